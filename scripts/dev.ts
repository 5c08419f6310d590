import "./setup/root.mjs";
import { ownSiteThatRuns, sayStopItFirst } from "./setup/already-running.ts";
import { ensureInstalled } from "./setup/install.ts";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { fail, readArguments } from "./setup/program.mjs";

readArguments([]);
const running = await ownSiteThatRuns("3000");
if (running) fail(sayStopItFirst(running));
await oneAtATime(() => ensureInstalled("full"));

// Imported only now, because it needs packages that were installed a moment ago.
const { watchSite } = await import("./dev/watch-site.ts");
await watchSite({ sitePort: 3000, fakePort: 8025 });
