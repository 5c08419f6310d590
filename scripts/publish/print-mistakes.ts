// Prints what stops publishing, and ends with 1 if anything does. The build would print it too, but between many lines in
// English.
import "#scripts/setup/root.mjs";
import { findAllMistakes } from "#scripts/content/find-mistakes.ts";

const mistakes = await findAllMistakes();
if (mistakes.length > 0) console.error(mistakes.join("\n"));
process.exit(mistakes.length > 0 ? 1 : 0);
