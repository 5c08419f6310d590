import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";
import { readArguments } from "./setup/program.mjs";

readArguments([]);
await ensureInstalled("full");

// This import comes after the installation, because the module needs the installed packages.
const { startDev } = await import("./dev/dev-server.ts");
await startDev({ sitePort: 3000, fakePort: 8025 });
