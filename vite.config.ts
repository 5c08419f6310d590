import { existsSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { functionOrigin, siteUrl } from "./scripts/build/build-settings.ts";
import { inlineScripts, oldestBrowsers } from "./scripts/build/inline-scripts.ts";
import { colour } from "./scripts/pictures/palette.ts";
import { showsSamples } from "./scripts/pictures/picture-record.ts";

// Nothing of content/ is imported here at once: a mistake there must not end `npm run dev`.

if (existsSync(".env")) process.loadEnvFile(".env");

/** Each file is a page, or what several pages share: the build lists the styles of each. */
const pageModules = readdirSync("site/pages")
  .filter((file) => /^[\w-]+\.tsx$/.test(file))
  .map((file) => `site/pages/${file}`);

/** The folder of the version that is built: scripts/publish/publish.ts chooses it. */
const buildFolder = process.env["BUILD_FOLDER"] ?? "build/unpublished";
const siteDir = `${buildFolder}/dist`;
const pagesDir = `${buildFolder}/pages`;

export default defineConfig(({ command }) => ({
  appType: "custom",
  define: {
    "import.meta.env.FUNCTION_ORIGIN": JSON.stringify(functionOrigin(process.env)),
    "import.meta.env.SITE_URL": JSON.stringify(siteUrl(process.env)),
    "import.meta.env.DRAWN_LESSONS": String(showsSamples("aula-")),
    "import.meta.env.THEME_COLOR": JSON.stringify(colour("page")),
  },
  build: { cssTarget: oldestBrowsers },
  plugins: [react(), inlineScripts(), scriptsWithoutStyles()],
  environments: {
    client: {
      build: {
        outDir: siteDir,
        target: oldestBrowsers,
        manifest: true,
        modulePreload: false,
        rolldownOptions: {
          input: ["site/entry-client.ts"],
          optimization: { inlineConst: { mode: "all" } },
          output: {
            codeSplitting: {
              groups: [{ name: "react", test: /node_modules|rolldown.runtime|react-roots/ }],
            },
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
        cssMinify: true,
        rolldownOptions: {
          input: ["site/entry-server.tsx", "site/styles.ts", ...pageModules],
          // Each style sheet keeps its name, by which `write-site.ts` knows what comes before the first paint.
          output: {
            codeSplitting: {
              groups: [{ name: (id) => basename(id, ".css").replace(".", "-"), test: /\.css$/ }],
            },
          },
        },
      },
    },
    server: {
      consumer: "server",
      // One file with its packages starts in half the time of four hundred. SQLite's package has a program of its own.
      resolve: command === "build" ? { noExternal: true, external: ["better-sqlite3"] } : {},
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
      const { writeSite } = await import("./scripts/build/write-site.ts");
      const now = Date.now();
      const isElsewhere = functionOrigin(process.env) !== "";
      await writeSite({ pagesDir, siteDir, siteUrl: siteUrl(process.env), now, isElsewhere });
    },
  },
}));

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
    applyToEnvironment: ({ config }) => config.consumer === "client",
    resolveId: (id) => (id.endsWith(".css") ? noStyles : undefined),
    load: (id) => ({ [noStyles]: "", [preloadHelper]: plainLoad })[id],
  };
}
