// @ts-check
import "./ready.mjs";
import { root } from "./setup/root.mjs";

// Starts the server in this same process, so that a signal reaches the server itself.
await import(new URL("build/server/main.js", root).href);
