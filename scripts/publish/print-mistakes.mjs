// @ts-check
// Prints the mistakes in content/ and the pictures that are not made yet, and ends with 1 if there are any: the build
// would print them too, but between many lines in English. A process of its own keeps Vite, with which content is read,
// out of the server's process.
import "#scripts/setup/root.mjs";
import { contentMistakes, pictureMistakes } from "#scripts/content/mistakes.mjs";

const inContent = await contentMistakes();
const mistakes = inContent.length > 0 ? inContent : await pictureMistakes();
if (mistakes.length > 0) console.error(mistakes.join("\n"));
process.exit(mistakes.length > 0 ? 1 : 0);
