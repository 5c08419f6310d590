// For the build machine of a static host: builds and publishes the present sources with the installed packages.
import "./setup/root.mjs";
import { failPublishing, publishSources } from "./publish/publish.ts";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { readArguments } from "./setup/program.mjs";

readArguments([]);
const outcome = await oneAtATime(() => publishSources());
if (outcome.kind === "failed") await failPublishing(outcome.output);
