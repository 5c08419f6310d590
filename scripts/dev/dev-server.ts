import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { proxy } from "hono/proxy";
import {
  createServer,
  type EnvironmentModuleNode,
  isRunnableDevEnvironment,
  type Plugin,
  type ViteDevServer,
} from "vite";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import type { Prerender, writePages } from "#scripts/build/write-site.ts";
import type * as findMistakes from "#scripts/content/find-mistakes.ts";
import { createLog } from "#server/log.ts";
import type * as server from "#server/serve.ts";

const pagesFolder = resolve("build/dev");
const dataDir = resolve("data/dev");
const token = "dev-token";
/** An import takes long enough for a developer to see it waiting on the page of the fake ActiveCampaign. */
const importTakesMs = 10_000;
/** The server waits this long after a save, because an editor may save several files at once. */
const settleMs = 100;

/**
 * Starts Vite's dev server in front of our own server and a fake ActiveCampaign. Vite updates in the open page what
 * React draws in the browser, and styles. All other pages are written again after each save, and our server restarts
 * with them.
 */
export async function startDev({ sitePort, fakePort }: { sitePort: number; fakePort: number }) {
  const siteUrl = `http://localhost:${sitePort}`;
  // The `.env` of a developer is not used, so that no data that is typed into the forms leaves this machine.
  Object.assign(process.env, { SITE_URL: siteUrl, FUNCTION_URL: "" });
  await mkdir(dataDir, { recursive: true });
  const account = { port: fakePort, token, importTakesMs, ...accountLimits };
  const fake = await startFakeActiveCampaign(account);
  const ignored = ["build", "data", "dist", "test-results"].map((name) => `**/${name}/**`);
  const vite = await createServer({
    // With Vite's own config loader, each change in content/ that the build settings use would restart Vite.
    configLoader: "native",
    cacheDir: "build/vite",
    server: { port: sitePort, strictPort: true, watch: { ignored } },
    // Vite looks for packages here at the start. If it found React later, it would reload the page.
    optimizeDeps: { entries: ["site/entry-client.ts"] },
    plugins: [ourServer(siteUrl, fake.url)],
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  await vite.listen();
  console.log(`A página:                  ${siteUrl}/`);
  console.log(`O ActiveCampaign de teste: ${fake.url}`);
}

/** Our server answers what Vite does not. After a save with a mistake the old pages are still served, under the mistake. */
function ourServer(siteUrl: string, fakeUrl: string): Plugin {
  let served: { url: string; stop: () => Promise<void> } | undefined;
  let mistakes = "";
  let renewal = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let needsReload = false;

  async function renew(vite: ViteDevServer): Promise<void> {
    const hadMistakes = mistakes !== "";
    const before = served;
    try {
      await writePagesOf(vite, siteUrl);
      served = await startServer(vite, siteUrl, fakeUrl);
      mistakes = "";
      void before?.stop();
      if (hadMistakes) console.log("Os arquivos estão sem erros de novo.");
    } catch (error) {
      mistakes = error instanceof Error ? error.message : String(error);
      console.error(mistakes);
    }
    const { hot } = vite.environments.client;
    if (mistakes) hot.send(overlayOf(mistakes));
    else if (needsReload || hadMistakes) hot.send({ type: "full-reload" });
    needsReload = false;
  }

  async function answer(vite: ViteDevServer, request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    await renewal;
    const headers = { ...Object.fromEntries(request.headers), "if-none-match": undefined };
    const found = served
      ? await proxy(`${served.url}${pathname}${search}`, {
          raw: request,
          headers,
          redirect: "manual",
        })
      : new Response("<!doctype html><title>npm run dev</title>", {
          headers: { "Content-Type": "text/html" },
        });
    if (!found.headers.get("content-type")?.startsWith("text/html")) return found;
    const html = await vite.transformIndexHtml(pathname, withLinkedStyles(await found.text()));
    const page = new Response(html, found);
    page.headers.delete("content-length");
    // The policy is removed, because it allows only the page's own scripts and would block those of Vite.
    page.headers.delete("content-security-policy");
    return page;
  }

  return {
    name: "our-server",
    configureServer(vite) {
      vite.environments.client.hot.on("vite:client:connect", (_data, client) => {
        if (mistakes) client.send(overlayOf(mistakes));
      });
      renewal = renew(vite);
      const listener = getRequestListener((request) => answer(vite, request));
      return () => void vite.middlewares.use(listener);
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { type: "module" }, children: reloadUnseen, injectTo: "head" },
    ],
    hotUpdate({ file, modules, server: vite }) {
      if (this.environment.name === "client") return undefined;
      const inBrowser = vite.environments.client.moduleGraph.getModulesByFile(file);
      // The pages only link to this style sheet, so they need not be written again.
      const isLinked = inBrowser && file.endsWith(".css");
      if (modules.length > 0 && !isLinked) {
        needsReload ||= !inBrowser || !modules.every(isOnlyInIslands);
        clearTimeout(timer);
        timer = setTimeout(() => {
          renewal = renewal.then(() => renew(vite));
        }, settleMs);
      }
      return [];
    },
  };
}

/** Replaces imports of styles by `<link>` elements, because Vite updates only linked styles in the open page. */
function withLinkedStyles(html: string): string {
  const links: string[] = [];
  const rest = html.replace(/@import "([^"]+)";/g, (_, href) => {
    links.push(`<link rel="stylesheet" href="${href}">`);
    return "";
  });
  return rest.replace("<style>", `${links.join("")}<style>`);
}

/** Reloads the page if an island has changed whose script the page has not loaded yet. */
const reloadUnseen = `import { createHotContext } from "/@vite/client";
createHotContext("/dev").on("vite:beforeUpdate", ({ updates }) => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  if (updates.some(({ type, path }) => type === "js-update" && !loaded.includes(path))) location.reload();
});`;

/**
 * Whether only the islands import a module: then React updates it in the open page. If the landing page imports the
 * module too, React would update only a part of the page.
 */
function isOnlyInIslands(module: EnvironmentModuleNode): boolean {
  const ways = waysIn(module);
  return ways.has("islands/islands") && !ways.has("pages/landing");
}

function waysIn({ file, importers }: EnvironmentModuleNode): Set<string> {
  const [, way] = /\/site\/(islands\/islands|pages\/[\w-]+)\.tsx$/.exec(file ?? "") ?? [];
  return new Set(way ? [way] : [...importers].flatMap((one) => [...waysIn(one)]));
}

function overlayOf(message: string) {
  return { type: "error", err: { message, stack: "" } } as const;
}

/** Writes the pages from the present sources. Mistakes in content/ are thrown as an error with their sentences. */
async function writePagesOf(vite: ViteDevServer, siteUrl: string): Promise<void> {
  const { runner, moduleGraph } = environmentOf(vite, "pages");
  const content = await runner.import<typeof findMistakes>("/scripts/content/find-mistakes.ts");
  const mistakes = await content.findAllMistakes();
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  const site = await runner.import<{ writePages: typeof writePages }>(
    "/scripts/build/write-site.ts",
  );
  await runner.import("/site/styles.ts");
  const prerender = await runner.import<Prerender>("/site/entry-server.tsx");
  const publishing = { siteDir: pagesFolder, siteUrl, now: Date.now(), isElsewhere: false };
  await site.writePages(prerender, publishing, async ({ module }) => {
    const sheets = new Set<string>();
    for (const entry of ["/site/styles.ts", `/site/pages/${module}.tsx`])
      addSheets(sheets, await moduleGraph.getModuleByUrl(entry));
    const css = [...sheets].map((sheet) => `@import "${sheet}";`).join("");
    return { css, lateCss: "", script: "/site/entry-client.ts" };
  });
}

function addSheets(sheets: Set<string>, module: EnvironmentModuleNode | undefined): void {
  for (const imported of module?.importedModules ?? []) addSheets(sheets, imported);
  if (module?.url.endsWith(".css")) sheets.add(module.url);
}

async function startServer(vite: ViteDevServer, siteUrl: string, fakeUrl: string) {
  const { serve } = await environmentOf(vite, "server").runner.import<typeof server>(
    "/server/serve.ts",
  );
  const log = createLog();
  const served = await serve({
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      SITE_URL: siteUrl,
      DATA_DIR: dataDir,
      ACTIVECAMPAIGN_URL: fakeUrl,
      ACTIVECAMPAIGN_TOKEN: token,
      ACTIVECAMPAIGN_LIST: "1",
      ACTIVECAMPAIGN_TAGS: "black-ahsd",
      ACTIVECAMPAIGN_NEXT_TAGS: "black-ahsd-proxima",
    },
    siteFolder: pagesFolder,
    log,
    plainLog: log,
    endFailed: () => process.exit(1),
  });
  const text = served.lines.join("\n");
  const port = /http:\/\/[\w.]+:(\d+)/.exec(text)?.[1];
  if (served.kind === "refused" || !port) throw new Error(text);
  return { url: `http://127.0.0.1:${port}`, stop: served.stop };
}

function environmentOf(vite: ViteDevServer, name: "pages" | "server") {
  const environment = vite.environments[name];
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new Error(`vite.config.ts has no environment ${name}.`);
  return environment;
}
