// @ts-check
// Installs and publishes what is not up to date: everything that comes before the start of the server. With --back it
// publishes the version before.
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { makeReady } from "./publish/make-ready.mjs";
import { publishedVersion } from "./publish/versions.mjs";
import { publishBefore } from "./publish/withdrawn.mjs";
import { readArguments } from "./setup/arguments.mjs";
import { fail } from "./setup/fail.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { phrases } from "./setup/phrases.mjs";

if (readArguments(["--back"]).has("--back")) await goBack();
else await publishPresent();

async function publishPresent() {
  const outcome = await makeReady({ evenWithdrawn: true });
  if (outcome.kind !== "failed") return console.log(phrases.ready);
  const published = await publishedVersion();
  fail(published ? phrases.notPublished : phrases.notPublishedFirst, outcome.output);
}

async function goBack() {
  const outcome = await oneAtATime(publishBefore);
  switch (outcome) {
    case "published":
      return console.log(phrases.back);
    case "nothing published":
      return fail(phrases.nothingPublished);
    case "no version before":
      return fail(phrases.noVersionBefore);
    case "already withdrawn":
      return fail(phrases.alreadyWithdrawn);
  }
}
