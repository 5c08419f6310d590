// Prints in Portuguese what stops publishing, or else builds the site and the server into BUILD_FOLDER. It is a process of
// its own, so that the server that starts afterwards carries neither Vite nor a parser.
import "#scripts/setup/root.mjs";
import { createBuilder } from "vite";
import { findAllMistakes } from "#scripts/content/find-mistakes.ts";

const mistakes = await findAllMistakes();
if (mistakes.length > 0) {
  console.error(mistakes.join("\n"));
  process.exit(1);
}
// As `vite build --app` does.
await (await createBuilder({}, null)).buildApp();
