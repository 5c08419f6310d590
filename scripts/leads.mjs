// @ts-check
// The operator's commands: they are part of what is built, so they need a build.
import "./require-node.mjs";
import { existsSync } from "node:fs";
import { fail } from "./fail.mjs";
import { root } from "./root.mjs";

const commands = "build/server/cli.js";
if (!existsSync(commands)) fail("The commands are not built yet. Build them with: npm run ready");
await import(new URL(commands, root).href);
