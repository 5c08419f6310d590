import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import type { Page, Prerender } from "./prerender-contract.ts";

const rooms = ["site", "content", "event", "lead"];
const publication = { siteUrl: "http://localhost:3000", now: new Date() };

/**
 * Pages are rendered anew for every request, and every change reloads them: most of their words are
 * in the HTML alone, where Vite could not exchange them.
 */
export function devPages(): Plugin {
  return {
    name: "dev-pages",
    configureServer(vite) {
      return () => {
        vite.middlewares.use((request, response, next) => {
          answer(vite, request.originalUrl ?? "/").then(({ status, html }) => {
            response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(html);
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

async function answer(vite: ViteDevServer, url: string): Promise<{ status: number; html: string }> {
  const { pages, renderPage } = await loadPrerender(vite);
  const path = url.replace(/[?#].*$/, "").replace(/^\/|\/$/g, "");
  const asked = pages.find(({ file }) => file === (path ? `${path}/index.html` : "index.html"));
  const page = asked ?? pages.find(({ file }) => file === "404.html");
  if (!page) return { status: 404, html: "" };
  const css = await styleSheet(vite, page);
  const html = await renderPage(page, { css, scripts: [] }, publication);
  return { status: asked ? 200 : 404, html: await withScripts(vite, { url, html, page }) };
}

async function loadPrerender(vite: ViteDevServer): Promise<Prerender> {
  const { pages, renderPage, textFiles } = await vite.ssrLoadModule("/site/prerender.tsx");
  return { pages, renderPage, textFiles };
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

type Rendered = { url: string; html: string; page: Page };

/** Vite adds its own client, and React's, which has to come before ours. */
async function withScripts(vite: ViteDevServer, { url, html, page }: Rendered): Promise<string> {
  const whole = await vite.transformIndexHtml(url, html);
  const script = `<script type="module" src="/${page.script}"></script>`;
  return page.script ? whole.replace("</body>", `${script}</body>`) : whole;
}
