import { existsSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { functionOrigin, siteUrl } from "./scripts/build/build-settings.ts";
import { inlineScripts, oldestBrowsers } from "./scripts/build/inline-scripts.ts";
import { colour } from "./scripts/pictures/palette.ts";
import { showsSamples } from "./scripts/pictures/picture-record.ts";

// This file does not import content/ when it is loaded, because a mistake in content/ must not end `npm run dev`.

if (existsSync(".env")) process.loadEnvFile(".env");

/** Each file here is a page or code that several pages share; the build lists the styles of each file. */
const pageModules = readdirSync("site/pages")
  .filter((file) => /^[\w-]+\.tsx$/.test(file))
  .map((file) => `site/pages/${file}`);

/** The folder for the version that is built; scripts/publish/publish.ts chooses the folder. */
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
          // Each style sheet keeps its name: `write-site.ts` knows by it which styles the first paint needs.
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
      // One file with its packages starts in half the time of four hundred. SQLite's package has a native program, so
      // it stays out.
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

/** This name does not end with ".css": otherwise Vite would load an empty style sheet before the islands. */
const noStyles = "\0no-styles";

/** Vite's half kilobyte of code that loads a script's styles before the script; our scripts have no styles. */
const preloadHelper = "\0vite/preload-helper.js";
const plainLoad = "export const __vitePreload = (load) => load();";

/** Removes styles from the scripts, because each page already contains its styles. */
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
