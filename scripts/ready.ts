// Installs and publishes what is not up to date: everything that comes before the start of the server. With --back it
// publishes the version before.
import "./setup/root.mjs";
import { failPublishing, makeReady, publishBefore } from "./publish/publish.ts";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { phrases } from "./setup/phrases.mjs";
import { fail, readArguments } from "./setup/program.mjs";

const refusals = {
  "nothing published": phrases.nothingPublished,
  "no version before": phrases.noVersionBefore,
  "already withdrawn": phrases.alreadyWithdrawn,
};

if (readArguments(["--back"]).has("--back")) {
  const outcome = await oneAtATime(publishBefore);
  if (outcome !== "published") fail(refusals[outcome]);
  console.log(phrases.back);
} else {
  const outcome = await makeReady({ evenWithdrawn: true });
  if (outcome.kind === "failed") await failPublishing(outcome.output);
  console.log(phrases.ready);
}
