// @ts-check
// Runs the operator's commands from the build. Without a build it says how to build.
import "./setup/require-node.mjs";
import { existsSync } from "node:fs";
import { fail } from "./setup/fail.mjs";
import { root } from "./setup/root.mjs";

const commands = "build/server/cli.js";
if (!existsSync(commands)) fail("The commands are not built yet. Build them with: npm run ready");
await import(new URL(commands, root).href);
