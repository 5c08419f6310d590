import { resolve } from "node:path";
import react from "@astrojs/react";
import { defineConfig } from "astro/config";

const house = resolve(import.meta.dirname, "../../..");

export default defineConfig({
  integrations: [react()],
  // What is in `public/` is copied by the bench.
  publicDir: "./none",
  devToolbar: { enabled: false },
  vite: {
    resolve: {
      alias: { "#site": resolve(house, "site") },
      dedupe: ["react", "react-dom"],
    },
  },
});
