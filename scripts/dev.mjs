// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { failPublishing, publishSources } from "./publish/publish.mjs";
import { publishedVersion } from "./publish/versions.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { readArguments } from "./setup/program.mjs";

readArguments([]);
await oneAtATime(async () => {
  await ensureInstalled("full");
  await publishForServer();
});

// Vite runs the dev server's TypeScript, because Node 20 cannot run it.
const { runnerImport } = await import("vite");
const { module } = await runnerImport("./scripts/dev/dev-server.ts", { configFile: false });
await module.startDevServer();

/**
 * Builds the site if there is no built one: the server needs it to start, although the dev server takes the pages from
 * their sources.
 */
async function publishForServer() {
  if (await publishedVersion()) return;
  const outcome = await publishSources({ showProgress: true, evenWithdrawn: true });
  if (outcome.kind === "failed") await failPublishing(outcome.output);
}
