// Runs a program of the published version without building: `main` is the server, `cli` the operator's commands.
import { existsSync } from "node:fs";
import { fail, nothingPublished } from "./setup/program.mjs";
import { root } from "./setup/root.mjs";

const [program] = process.argv.splice(2, 1);
const file = `build/server/${program}.js`;
if (!existsSync(file)) fail(nothingPublished);
await import(new URL(file, root).href);
