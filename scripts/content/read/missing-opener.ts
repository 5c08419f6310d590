import type { Cursor } from "./cursor.ts";

/** Whether several items without names follow, or a group in a line of its own, as the formatter writes only items. */
export function isListWithoutOpener(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (cursor.isSign("{")) return token?.first === true && token.line > (cursor.last()?.line ?? 0);
  if (token?.kind !== "text") return false;
  const next = cursor.peek(2);
  const isNextItem =
    next?.kind === "text" &&
    (token.first || next.line === token.line) &&
    (cursor.isSign(",", 3) || cursor.isSign("]", 3));
  return cursor.isSign("]", 1) || (cursor.isSign(",", 1) && (isNextItem || cursor.isSign("]", 2)));
}
