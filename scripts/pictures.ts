import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

await ensureInstalled("full");

// Imported only now, because it needs packages that were installed a moment ago.
const { makeAll } = await import("./pictures/make-pictures.ts");
process.exitCode = await makeAll();
