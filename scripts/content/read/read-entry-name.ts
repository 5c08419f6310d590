import { slips } from "#phrases/content/slips.ts";
import type { Cursor } from "./cursor.ts";

/** Takes the name of an entry and its colon. The name is a word, or a text in quotes like `"aviso-1"`. */
export function readEntryName(cursor: Cursor): string | undefined {
  const token = cursor.peek();
  const isName = cursor.isSign(":", 1) || (token?.kind === "word" && isBeforeValue(cursor));
  if (!isName || (token?.kind !== "word" && token?.kind !== "text")) {
    cursor.takeSign(":");
    return undefined;
  }
  const name = token.kind === "word" ? token.word : token.text;
  cursor.take();
  if (!cursor.takeSign(":")) cursor.slip({ line: token.line, text: slips.missingColon(name) });
  return name;
}

function isBeforeValue(cursor: Cursor): boolean {
  const [name, next] = [cursor.peek(), cursor.peek(1)];
  return next?.line === name?.line && !(next?.kind === "sign" && !"{[".includes(next.sign));
}
