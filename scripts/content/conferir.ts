import { conferir as phrases } from "#phrases/content/conferir.ts";
import { findMistakes } from "./find-mistakes.ts";

/** Prints all mistakes in `content/` and says if there are any. */
export async function printMistakes(): Promise<boolean> {
  const mistakes = await findMistakes("content");
  if (mistakes.length === 0) {
    console.log(phrases.noMistakes);
    return false;
  }
  console.log(phrases.mistakes(mistakes.length));
  for (const mistake of mistakes) console.log(`  ${mistake}`);
  console.log(phrases.correct);
  return true;
}
