import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";
import { readArguments } from "./setup/program.mjs";

readArguments([]);
await ensureInstalled("full");

// Imported only now, because it needs packages that were installed a moment ago.
const { startDev } = await import("./dev/dev-server.ts");
await startDev({ sitePort: 3000, fakePort: 8025 });
