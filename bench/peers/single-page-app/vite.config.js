import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const house = resolve(import.meta.dirname, "../../..");

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  resolve: {
    alias: { "#site": `${house}/site`, "#content": `${house}/content` },
    // The sections would find the React of the product, and there must be one.
    dedupe: ["react", "react-dom"],
  },
});
