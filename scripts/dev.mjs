// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { readArguments } from "./setup/program.mjs";

readArguments([]);
await oneAtATime(() => ensureInstalled("full"));

// Imported only now, because it needs packages that were installed a moment ago.
const { watchSite } = await import("./dev/watch-site.mjs");
await watchSite({ sitePort: 3000, fakePort: 8025 });
