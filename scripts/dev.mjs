// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { existsSync } from "node:fs";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { fail } from "./setup/fail.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(async () => {
  await ensureInstalled("full");
  await buildForServer();
});

// Vite runs the dev server's TypeScript, because Node 20 cannot run it.
const { runnerImport } = await import("vite");
const { module } = await runnerImport("./scripts/dev/dev-server.ts", { configFile: false });
await module.startDevServer();

/**
 * Builds the site if there is no built one: the server needs it to start, although the dev server takes the pages from
 * their sources.
 */
async function buildForServer() {
  if (existsSync("dist/index.html")) return;
  const { ok, output } = await buildIfChanged("Building the site once (a few seconds)");
  if (!ok) fail("Could not build the site (vite build, above).", output);
}
