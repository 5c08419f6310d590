// @ts-check
// Tells the owner in Portuguese everything to know about content/ before publishing. It changes nothing.
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(() => ensureInstalled("production"));

// Vite is imported only now, because it may have been installed a moment ago.
const { runnerImport } = await import("vite");
const { printMistakes } = await run("./scripts/content/conferir.ts");
if (await printMistakes()) process.exit(1);

// The notes are loaded only now, because they load content/ itself, which may not work while it has mistakes.
const { printNotes } = await run("./scripts/content/content-notes.ts");
await printNotes(Date.now());

/** @param {string} file */
async function run(file) {
  return (await runnerImport(file, { configFile: false })).module;
}
