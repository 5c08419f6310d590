import { slips } from "#phrases/content/slips.ts";
import type { Cursor } from "./cursor.ts";
import { isListWithoutOpener } from "./missing-opener.ts";
import { readEntryName } from "./read-entry-name.ts";
import { show } from "./show.ts";
import type { Token } from "./tokenize.ts";
import type { Entry, Nameless, Value } from "./value.ts";

/** The formatter of this project indents each level by two blanks. */
const indentation = 2;

/**
 * A list or a group that is being read: where it was opened, how far the line of its opening is indented, and the signs
 * that close it and everything around it.
 */
type Open = { line: number; indent: number; closer: string; around: string };

/** Where a value stands: the name before it, the indentation of its line, and the signs that close what is around it. */
type Place = { name: string; indent: number; around: string };

/** Reads the value of an `export const`, and finds what is left after its end. */
export function readWhole(cursor: Cursor): Value {
  const value = readValue(cursor, { name: "", indent: 0, around: ")" });
  for (let rest = cursor.take(); rest !== undefined; rest = cursor.take()) {
    if (rest.kind === "sign" && ")};".includes(rest.sign)) continue;
    cursor.slip({ line: rest.line, text: slips.unreadable });
    return value;
  }
  return value;
}

function readValue(cursor: Cursor, place: Place): Value {
  const token = cursor.peek();
  const line = token?.line ?? cursor.last()?.line ?? 1;
  if (token?.kind === "word" && cursor.isSign(":", 1)) {
    cursor.slip({ line: cursor.last()?.line ?? line, text: slips.missingOpener(token.word) });
    const indent = Math.min(place.indent, token.column - indentation);
    return readGroup(cursor, { line, indent, closer: "}", around: place.around });
  }
  if (place.name !== "" && place.name !== "[" && isListWithoutOpener(cursor)) {
    cursor.slip({ line: cursor.last()?.line ?? line, text: slips.missingListOpener(place.name) });
    return readList(cursor, { ...place, line, closer: "]" });
  }
  if (token === undefined || token.kind === "sign") return readSign(cursor, token, place);
  cursor.take();
  if (token.kind === "text") return { kind: "text", line, text: token.text };
  if (token.kind === "number") return { kind: "number", line, number: token.number };
  const { word } = token;
  return word === "true" || word === "false"
    ? { kind: "flag", line, flag: word === "true" }
    : { kind: "word", line, word };
}

function readSign(
  cursor: Cursor,
  token: (Token & { kind: "sign" }) | undefined,
  { name, indent, around }: Place,
): Value {
  const line = cursor.last()?.line ?? token?.line ?? 1;
  if (token?.sign === "{" || token?.sign === "[") {
    cursor.take();
    const open = { line: token.line, indent: token.first ? token.column : indent, around };
    return token.sign === "{"
      ? readGroup(cursor, { ...open, closer: "}" })
      : readList(cursor, { ...open, closer: "]" });
  }
  const isEmpty = token === undefined || ",}]);".includes(token.sign);
  cursor.slip({ line, text: isEmpty ? slips.missingValue(name) : slips.strangeSign(token.sign) });
  if (!isEmpty) cursor.take();
  return { kind: "unknown", line };
}

function readList(cursor: Cursor, open: Open): Value {
  const items: Value[] = [];
  let { indent } = open;
  while (!isClosed(cursor, open)) {
    const token = cursor.peek();
    if (token?.first) indent = token.column;
    if (cursor.takeSign(",")) {
      cursor.slip({ line: token?.line ?? open.line, text: slips.missingItem });
      continue;
    }
    const item = readValue(cursor, { name: "[", indent, around: open.around + open.closer });
    items.push(item);
    readSeparator(cursor, open, item);
  }
  return { kind: "list", line: open.line, items };
}

function readGroup(cursor: Cursor, open: Open): Value {
  const entries: Entry[] = [];
  const nameless: Nameless[] = [];
  let { indent } = open;
  while (!isClosed(cursor, open)) {
    const token = cursor.peek();
    if (token?.first) indent = token.column;
    const line = token?.line ?? open.line;
    const name = readEntryName(cursor);
    const value = readValue(cursor, {
      name: name ?? "",
      indent,
      around: open.around + open.closer,
    });
    if (name === undefined) nameless.push({ line, value });
    else entries.push({ name, line, value });
    readSeparator(cursor, open, value);
  }
  return { kind: "group", line: open.line, entries, nameless };
}

/**
 * Takes the sign that closes the list or the group, and says if there is nothing more to read in it. Where the sign is
 * missing, the indentation shows it: what stands as far left as the line of the opening is not inside.
 */
function isClosed(cursor: Cursor, { line, indent, closer, around }: Open): boolean {
  const token = cursor.peek();
  const isBelow = token?.first === true && token.line > line;
  const isOutside = isBelow && token.column < indent;
  if (!isOutside && cursor.takeSign(closer)) return true;
  if (
    token?.kind === "sign" &&
    "}])".includes(token.sign) &&
    !(around + closer).includes(token.sign)
  ) {
    cursor.take();
    cursor.slip({ line: token.line, text: slips.extraCloser(token.sign) });
    return isClosed(cursor, { line, indent, closer, around });
  }
  const isOuterCloser = token?.kind === "sign" && "}]);".includes(token.sign);
  if (token !== undefined && !(isBelow && token.column <= indent) && !isOuterCloser) return false;
  cursor.slip({ line: cursor.last()?.line ?? line, text: slips.missingCloser(closer, line) });
  return true;
}

function readSeparator(cursor: Cursor, { closer }: Open, value: Value): void {
  if (cursor.takeSign(",") || cursor.isSign(closer)) return;
  const next = cursor.peek();
  if (next === undefined) return;
  const line = cursor.last()?.line ?? next.line;
  if (next.kind !== "sign" || "{[".includes(next.sign)) {
    cursor.slip({ line, text: slips.missingComma(show(value)) });
  } else if (next.sign === ";" && cursor.peek(1)?.first) {
    cursor.take();
    cursor.slip({ line, text: slips.semicolon });
  } else if (!"}]);".includes(next.sign)) {
    cursor.take();
    cursor.slip({ line: next.line, text: slips.strangeSign(next.sign) });
  }
}
