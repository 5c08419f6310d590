import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import type { Page, Prerender } from "#scripts/build/write-site.ts";
import { contentType } from "#server/http/pages/file-headers.ts";

const rooms = ["site", "content", "event", "lead"];
const publication = { siteUrl: "http://localhost:3000", now: new Date() };

/**
 * Pages, and the files beside them, are made anew for every request, and every change reloads them:
 * most of their words are in the HTML alone, where Vite could not exchange them.
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
      const isOfAPage = rooms.some((room) => file.includes(`/${room}/`));
      if (this.environment.name !== "client" || !isOfAPage) return;
      this.environment.hot.send({ type: "full-reload" });
      return [];
    },
  };
}

type Answer = { status: number; type: string; text: string };

async function answer(vite: ViteDevServer, url: string): Promise<Answer> {
  const prerender = await loadPrerender(vite);
  const path = url.replace(/[?#].*$/, "").replace(/^\/|\/$/g, "");
  const beside = prerender.textFiles(publication).find(({ file }) => file === path);
  if (beside) return { status: 200, type: contentType(path), text: beside.text };
  const file = path ? `${path}/index.html` : "index.html";
  const asked = prerender.pages.find((page) => page.file === file);
  const page = asked ?? prerender.pages.find((page) => page.file === "404.html");
  const text = page ? await wholePage(vite, prerender, { url, page }) : "";
  return { status: asked ? 200 : 404, type: contentType("index.html"), text };
}

async function loadPrerender(vite: ViteDevServer): Promise<Prerender> {
  const { pages, renderPage, textFiles } = await vite.ssrLoadModule("/site/prerender.tsx");
  return { pages, renderPage, textFiles };
}

type LeadRequest = { url: string; page: Page };

async function wholePage(vite: ViteDevServer, { renderPage }: Prerender, asked: LeadRequest) {
  const css = await styleSheet(vite, asked.page);
  const html = await renderPage(asked.page, { css, scripts: [] }, publication);
  return withScripts(vite, { ...asked, html });
}

/** By address, as the sheets stand in the sources, and in the order of their imports. */
async function styleSheet(vite: ViteDevServer, page: Page): Promise<string> {
  const graph = vite.environments.ssr.moduleGraph;
  const starts = ["/site/document.tsx", `/${page.module}`].map((url) => graph.getModuleByUrl(url));
  const sheets = new Set((await Promise.all(starts)).flatMap((start) => sheetsOf(start)));
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

type Rendered = LeadRequest & { html: string };

/** Vite adds its own client, and React's, which has to come before ours. */
async function withScripts(vite: ViteDevServer, { url, html, page }: Rendered): Promise<string> {
  const whole = await vite.transformIndexHtml(url, html);
  const script = `<script type="module" src="/${page.script}"></script>`;
  return page.script ? whole.replace("</body>", `${script}</body>`) : whole;
}
