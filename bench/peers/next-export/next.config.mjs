import { resolve } from "node:path";

const house = resolve(import.meta.dirname, "../../..");

/** Where the browser comes in: the islands of `site/islands.tsx`. */
const clientModules = [
  "site/capture/popup/lead-capture.tsx",
  "site/capture/form/page-form.tsx",
].map((file) => resolve(house, file));

export default {
  output: "export",
  distDir: "dist",
  outputFileTracingRoot: house,
  experimental: { externalDir: true },
  webpack(config, { webpack }) {
    config.resolve.alias["#site"] = resolve(house, "site");
    // The product's build says where the lead function and the site are, and when the event; webpack knows no `import.meta.env`.
    config.plugins.push(
      new webpack.DefinePlugin({
        "import.meta.env.FUNCTION_ORIGIN": JSON.stringify(""),
        "import.meta.env.SITE_URL": JSON.stringify(""),
      }),
    );
    config.module.rules.push(
      {
        include: clientModules,
        enforce: "pre",
        use: resolve(import.meta.dirname, "use-client.cjs"),
      },
      {
        resourceQuery: /^\?(inline|raw)$/,
        type: "javascript/auto",
        use: resolve(import.meta.dirname, "file-as-text.cjs"),
      },
    );
    return config;
  },
};
