import { existsSync } from "node:fs";
import { failPublishing, makeReady } from "./publish/publish.ts";
import { published, publishedVersion } from "./publish/versions.ts";
import { ownSiteThatRuns, sayItRuns } from "./setup/already-running.ts";
import { phrases } from "./setup/phrases.mjs";
import { fail, readArguments } from "./setup/program.mjs";
import { root } from "./setup/root.mjs";

readArguments([]);
const outcome = await makeReady({ evenWithdrawn: false });
if (outcome.kind === "withdrawn") console.error(phrases.servingBefore);
if (outcome.kind === "failed") {
  // Without any packages no version can be served.
  const canServe = existsSync("node_modules") && (await publishedVersion());
  if (!canServe) await failPublishing(outcome.output);
  console.error(`${outcome.output.trimEnd()}\n${phrases.servingPublished}`);
}
const running = await ownSiteThatRuns();
if (running) fail(sayItRuns(running, outcome.kind === "published" && outcome.isNew));

// Starts the server in this same process, so that a signal reaches the server itself.
await import(new URL(`${published}/server/main.js`, root).href);
