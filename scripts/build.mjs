// @ts-check
// Builds and publishes the present sources with the packages that are installed: for the build machine of a static host.
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { publishSources } from "./publish/publish-sources.mjs";
import { publishedVersion } from "./publish/versions.mjs";
import { readArguments } from "./setup/arguments.mjs";
import { fail } from "./setup/fail.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { phrases } from "./setup/phrases.mjs";

readArguments([]);
const options = { showProgress: true, evenWithdrawn: true };
const outcome = await oneAtATime(() => publishSources(options));
if (outcome.kind === "failed") {
  const published = await publishedVersion();
  fail(published ? phrases.notPublished : phrases.notPublishedFirst, outcome.output);
}
