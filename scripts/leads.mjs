// @ts-check
// Runs the operator's commands of the published version. Without a published version it says how to publish one.
import "./setup/require-node.mjs";
import { existsSync } from "node:fs";
import { phrases } from "./setup/phrases.mjs";
import { fail } from "./setup/program.mjs";
import { root } from "./setup/root.mjs";

const commands = "build/server/cli.js";
if (!existsSync(commands)) fail(phrases.noCommands);
await import(new URL(commands, root).href);
