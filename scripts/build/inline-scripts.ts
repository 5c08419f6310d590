import { build, type Plugin } from "vite";

const query = "?script";

/** The oldest browsers in which the page works; docs/browsers.md explains them. */
export const oldestBrowsers = ["chrome109", "firefox115", "safari15.4", "ios15.4"];

/**
 * Makes `import text from "./x.ts?script"` return the text of a complete, minified script, which a page can put into a
 * `<script>` element. The files in `site/inline/` are such scripts; they may import other modules.
 */
export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(query)) return;
      const file = id.slice(0, -query.length);
      this.addWatchFile(file);
      const text = await scriptText(file, this.environment.config.define);
      return `export default ${JSON.stringify(text)};`;
    },
  };
}

async function scriptText(entry: string, define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      target: oldestBrowsers,
      lib: { entry, formats: ["iife"], name: "inline" },
      rolldownOptions: { optimization: { inlineConst: { mode: "all" } } },
    },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  return outputs
    .map((one) => (one.type === "chunk" ? one.code : ""))
    .join("")
    .trim();
}
