// @ts-check
// Prints the mistakes in content/ and ends with 1 if there are any. A process of its own keeps Vite, with which content
// is read, out of the server's process.
import "#scripts/setup/root.mjs";
import { contentMistakes } from "#scripts/content/content-mistakes.mjs";

const mistakes = await contentMistakes();
if (mistakes.length > 0) console.error(mistakes.join("\n"));
process.exit(mistakes.length > 0 ? 1 : 0);
