// Builds the site and the server into BUILD_FOLDER; prints in Portuguese what prevents a build. The build is a process
// of its own, so that the server that starts afterwards does not have Vite or a parser in its memory.
import "#scripts/setup/root.mjs";
import { createBuilder } from "vite";
import { findAllMistakes } from "#scripts/content/find-mistakes.ts";

const mistakes = await findAllMistakes();
if (mistakes.length > 0) {
  console.error(mistakes.join("\n"));
  process.exit(1);
}
// Builds all environments, as `vite build --app` does.
await (await createBuilder({}, null)).buildApp();
