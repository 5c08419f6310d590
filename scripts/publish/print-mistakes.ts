// Prints what stops publishing: the mistakes in content/ or, if it has none, the pictures that are not made. Ends with 1
// if there are any. The build would print them too, but between many lines in English.
import "#scripts/setup/root.mjs";
import { findMistakes } from "#scripts/content/find-mistakes.ts";

const inContent = findMistakes("content");
const mistakes = inContent.length > 0 ? inContent : await pictureMistakes();
if (mistakes.length > 0) console.error(mistakes.join("\n"));
process.exit(mistakes.length > 0 ? 1 : 0);

/** Loads content/ itself, which may not work while it has mistakes. */
async function pictureMistakes(): Promise<string[]> {
  const { pictureFindings } = await import("#scripts/pictures/picture-findings.ts");
  return pictureFindings().flatMap(({ kind, sentence }) => (kind === "mistake" ? [sentence] : []));
}
