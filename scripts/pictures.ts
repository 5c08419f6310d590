import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

await ensureInstalled("full");

// This import comes after the installation, because the module needs the installed packages.
const { makeAll } = await import("./pictures/make-pictures.ts");
process.exitCode = await makeAll();
