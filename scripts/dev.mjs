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

// Node 20 cannot run TypeScript: Vite does.
const { runnerImport } = await import("vite");
const { module } = await runnerImport("./scripts/dev/dev-server.ts", { configFile: false });
await module.startDevServer();

/** The server needs a built site to start, although the pages come from the sources here. */
async function buildForServer() {
  if (existsSync("dist/index.html")) return;
  const { ok, output } = await buildIfChanged("Building the site once (a few seconds)");
  if (!ok) fail("Could not build the site (vite build, above).", output);
}
