// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { publishSources } from "./publish/publish-sources.mjs";
import { publishedVersion } from "./publish/versions.mjs";
import { ownSiteThatRuns, sayStopItFirst } from "./setup/already-running.mjs";
import { readArguments } from "./setup/arguments.mjs";
import { fail } from "./setup/fail.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { phrases } from "./setup/phrases.mjs";

readArguments([]);
const running = await ownSiteThatRuns("3000");
if (running) fail(sayStopItFirst(running));
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
  if (outcome.kind === "failed") fail(phrases.notPublishedFirst, outcome.output);
}
