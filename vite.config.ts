import { existsSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { pageModules } from "#site/page-modules.ts";
import { functionOrigin, siteUrl } from "./scripts/build/build-settings.ts";
import { writeSite } from "./scripts/build/write-site.ts";
import { colour, inHex } from "./scripts/pictures/palette.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

/** The oldest browsers in which the page works: docs/decisions/0025-oldest-browsers.md. */
const oldestBrowsers = ["chrome109", "firefox115", "safari15.4", "ios15.4"];

/** The folder of the version that is built: scripts/publish/publish-sources.mjs chooses it. */
const buildFolder = process.env["BUILD_FOLDER"] ?? "build/unpublished";
const siteDir = `${buildFolder}/dist`;
const pagesDir = `${buildFolder}/pages`;

export default defineConfig({
  appType: "custom",
  define: {
    "import.meta.env.FUNCTION_ORIGIN": JSON.stringify(functionOrigin(process.env)),
    "import.meta.env.SITE_URL": JSON.stringify(siteUrl(process.env)),
    "import.meta.env.THEME_COLOR": JSON.stringify(colour("page")),
  },
  build: { cssTarget: oldestBrowsers },
  plugins: [react(), scriptsWithoutStyles(), hexColours()],
  environments: {
    client: {
      build: {
        outDir: siteDir,
        target: oldestBrowsers,
        manifest: true,
        modulePreload: false,
        rolldownOptions: {
          input: [
            "site/hydrate.ts",
            "site/calm.ts",
            "site/legal.ts",
            "site/not-found.ts",
            "site/event/follow-event.ts",
          ],
          // A constant that two scripts share must not become a third script that both have to load.
          optimization: { inlineConst: { mode: "all" } },
          output: {
            codeSplitting: { groups: [{ name: "react", test: /node_modules|rolldown.runtime/ }] },
          },
        },
      },
    },
    pages: {
      consumer: "server",
      build: {
        outDir: pagesDir,
        copyPublicDir: false,
        emitAssets: true,
        manifest: true,
        // Some functions become inline scripts of the pages: minified, they weigh half.
        minify: true,
        rolldownOptions: {
          input: ["site/prerender.tsx", ...Object.values(pageModules)],
        },
      },
    },
    server: {
      consumer: "server",
      build: {
        outDir: `${buildFolder}/server`,
        copyPublicDir: false,
        rolldownOptions: { input: ["server/main.ts", "server/cli.ts"] },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== "ssr") await builder.build(environment);
      }
      await writeSite({ pagesDir, siteDir, siteUrl: siteUrl(process.env) });
    },
  },
});

/** This name has no ".css": otherwise Vite would write an empty style sheet and load it before the islands. */
const noStyles = "\0no-styles";

/** Half a kilobyte of Vite's that loads the styles of a script before the script: our scripts have none. */
const preloadHelper = "\0vite/preload-helper.js";
const plainLoad = "export const __vitePreload = (load) => load();";

/** Leaves styles out of the scripts: each page already contains its styles. */
function scriptsWithoutStyles(): Plugin {
  return {
    name: "scripts-without-styles",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId: (id) => (id.endsWith(".css") ? noStyles : undefined),
    load: (id) => ({ [noStyles]: "", [preloadHelper]: plainLoad })[id],
  };
}

/** Without this, the oldest browsers would make the styles contain each colour twice, in hex and in `lab()`. */
function hexColours(): Plugin {
  return {
    name: "hex-colours",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(".css") ? inHex(code) : undefined),
  };
}
