import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import { launch } from "#content/launch.ts";
import { eventStateAt } from "#event/event-state.ts";
import type { Page, Prerender } from "#scripts/build/write-site.ts";
import { contentType } from "#server/pages/files.ts";

const rooms = ["site", "content", "event", "lead"];
const siteUrl = "http://localhost:3000";

/**
 * Renders pages and text files anew for every request, and reloads the browser after every change: most words of a page
 * are only in its HTML, which Vite cannot update in place.
 */
export function devPages(): Plugin {
  return {
    name: "dev-pages",
    configureServer(vite) {
      return () => {
        vite.middlewares.use((request, response, next) => {
          answer(vite, request.originalUrl ?? "/").then(({ status, type, text }) => {
            response.writeHead(status, { "Content-Type": type }).end(text);
          }, next);
        });
      };
    },
    hotUpdate({ file }) {
      const isPageSource = rooms.some((room) => file.includes(`/${room}/`));
      if (this.environment.name !== "client" || !isPageSource) return;
      this.environment.hot.send({ type: "full-reload" });
      return [];
    },
  };
}

async function answer(
  vite: ViteDevServer,
  url: string,
): Promise<{ status: number; type: string; text: string }> {
  const prerender = await loadPrerender(vite);
  const path = url.replace(/[?#].*$/, "").replace(/^\/|\/$/g, "");
  const textFiles = prerender.textFiles(presentPublication(), Date.now());
  const textFile = textFiles.find(({ file }) => file === path);
  if (textFile) return { status: 200, type: contentType(path), text: textFile.text };
  const file = path ? `${path}/index.html` : "index.html";
  const found = prerender.pages.find((page) => page.file === file);
  const page = found ?? prerender.pages.find((page) => page.file === "404.html");
  const text = page ? await wholePage(vite, prerender, url, page) : "";
  return { status: found ? 200 : 404, type: contentType("index.html"), text };
}

async function loadPrerender(vite: ViteDevServer): Promise<Prerender> {
  const { pages, renderPage, textFiles } = await vite.ssrLoadModule("/site/prerender.tsx");
  return { pages, renderPage, textFiles };
}

/** Adds the page's own scripts after the client scripts of Vite and of React, which have to come first. */
async function wholePage(vite: ViteDevServer, prerender: Prerender, url: string, page: Page) {
  const css = await styleSheet(vite, page);
  const rendered = await prerender.renderPage(
    page,
    { css, lateCss: "", scripts: [] },
    presentPublication(),
  );
  const html = await vite.transformIndexHtml(url, rendered);
  const scripts = page.scripts.map((src) => `<script type="module" src="/${src}"></script>`);
  return html.replace("</body>", `${scripts.join("")}</body>`);
}

/** Imports the source style sheets of the page, in the order in which its modules import them. */
async function styleSheet(vite: ViteDevServer, page: Page): Promise<string> {
  const graph = vite.environments.ssr.moduleGraph;
  const entries = ["/site/document.tsx", `/${page.module}`].map((url) => graph.getModuleByUrl(url));
  const sheets = new Set((await Promise.all(entries)).flatMap((entry) => sheetsOf(entry)));
  return [...sheets].map((url) => `@import url("${url}");`).join("\n");
}

function sheetsOf(
  node: EnvironmentModuleNode | undefined,
  seen = new Set<EnvironmentModuleNode>(),
): string[] {
  if (!node || seen.has(node)) return [];
  seen.add(node);
  if (node.url.endsWith(".css")) return [node.url];
  return [...node.importedModules].flatMap((imported) => sheetsOf(imported, seen));
}

function presentPublication() {
  return { siteUrl, state: eventStateAt(launch.event, Date.now()) };
}
