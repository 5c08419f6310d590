import {
  ends,
  type Mended,
  type Slip,
  shorten,
  type Token,
  tokensOf,
  unreadable,
  wordLines,
} from "./tokens.ts";

/** A token in its file: `at` counts from the beginning of the file, `column` is how far its line is indented. */
type Placed = Token & { line: number; column: number; isFirst: boolean; at: number };
/** A list or a group that is not closed yet, and how far the line of its opening is indented. */
type Open = { sign: string; line: number; indent: number };
type Edit = { at: number; removed: number; text: string };
type Reading = {
  tokens: Placed[];
  slips: Slip[];
  edits: Edit[];
  opened: Open[];
  indent: number;
  nameless: number;
};

const closers: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/** Mends commas, colons and brackets with the signs around them, with what is open, and with the indentation. */
export function mendBetween(source: string): Mended {
  const slips: Slip[] = [];
  const tokens = placedTokens(source, slips);
  const reading: Reading = { tokens, slips, edits: [], opened: [], indent: 0, nameless: 0 };
  for (const index of tokens.keys()) mendToken(reading, index);
  closeRest(reading);
  return { source: withEdits(source, reading.edits), slips };
}

function placedTokens(source: string, slips: Slip[]): Placed[] {
  let at = 0;
  return wordLines(source).flatMap(({ line, isWords }, index) => {
    const start = at;
    at += line.length + 1;
    if (!isWords) return [];
    const tokens = tokensOf(line);
    if (tokens === undefined) slips.push({ line: index + 1, text: unreadable });
    const column = line.search(/\S/);
    return (tokens ?? []).map((token, number) => ({
      ...token,
      line: index + 1,
      column,
      isFirst: number === 0,
      at: start + token.start,
    }));
  });
}

function mendToken(reading: Reading, index: number): void {
  const { tokens, opened } = reading;
  const token = tokens[index];
  if (token === undefined) return;
  const before = tokens[index - 1];
  const isClosed = token.isFirst && closeByIndent(reading, token, before);
  switch (token.kind) {
    case "head":
      opened.length = 0;
      return;
    case "close":
      mendCloser(reading, token, before);
      return;
    case "semicolon":
      if (opened.length === 0) return;
      tell(
        reading,
        token.line,
        "há um ponto e vírgula no lugar de uma vírgula. Escreva uma vírgula.",
      );
      replace(reading, token, ",");
      return;
    case "comma":
      mendComma(reading, token, before);
      return;
    default:
  }
  const hasColon = before && ends.includes(before.kind) && separate(reading, index, isClosed);
  if (token.kind === "name") mendName(reading, index);
  else if (!hasColon) mendNameless(reading, index);
  if (token.kind === "open")
    opened.push({ sign: token.text, line: token.line, indent: reading.indent });
}

/** What stands as far left as the line of an opening is not inside it any more. */
function closeByIndent(reading: Reading, token: Placed, before: Placed | undefined): boolean {
  reading.indent = token.column;
  const isCloser = token.kind === "close";
  return closeInner(reading, before, (open) => {
    const isBelow = reading.opened.length > 1 && token.line > open.line;
    const isAtOpening = token.column === open.indent && !isCloser;
    return isBelow && (token.column < open.indent || isAtOpening);
  });
}

/** Closes what is open and not closed in the text, as long as it is around the present place no more. */
function closeInner(
  reading: Reading,
  before: Placed | undefined,
  isOver: (open: Open) => boolean,
): boolean {
  const { opened } = reading;
  const count = opened.length;
  for (let inner = opened.at(-1); inner && isOver(inner); inner = opened.at(-1)) {
    const sign = closers[inner.sign] ?? "";
    const line = before?.line ?? inner.line;
    tell(reading, line, `falta fechar com ${sign} o que foi aberto na linha ${inner.line}.`);
    insert(reading, endOf(before), sign);
    opened.pop();
  }
  return opened.length < count;
}

function mendCloser(reading: Reading, token: Placed, before: Placed | undefined): void {
  const { opened } = reading;
  if (!opened.some(({ sign }) => closers[sign] === token.text)) {
    tell(reading, token.line, `há um sinal ${token.text} a mais. Apague-o.`);
    replace(reading, token, "");
    return;
  }
  if (before?.kind === "name") tellNoValue(reading, before);
  closeInner(reading, before, ({ sign }) => closers[sign] !== token.text);
  opened.pop();
}

function mendComma(reading: Reading, token: Placed, before: Placed | undefined): void {
  if (before?.kind === "name") tellNoValue(reading, before);
  else if (before?.kind === "comma" || before?.kind === "open") {
    tell(reading, token.line, "há uma vírgula a mais na lista. Apague-a.");
    replace(reading, token, "");
  }
}

/** Puts a comma, or a colon after a name, between two tokens, and says whether it was a colon. */
function separate(reading: Reading, index: number, isClosed: boolean): boolean {
  const { tokens, opened } = reading;
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!before || !token) return false;
  const isName =
    opened.at(-1)?.sign === "{" &&
    before.line === token.line &&
    ["word", "text"].includes(before.kind) &&
    tokens[index - 2]?.kind !== "name";
  if (isName) {
    const name = before.text.replaceAll('"', "");
    const text = `faltam os dois-pontos depois de "${name}". Escreva ${name}: antes do valor.`;
    tell(reading, before.line, text);
  } else if (!isClosed)
    tell(reading, before.line, `falta uma vírgula no fim da linha, depois de ${show(before)}.`);
  insert(reading, endOf(before), isName ? ":" : ",");
  return isName;
}

/** Opens the group or the list of a name, if it is not opened, and finds a name before it that has no value. */
function mendName(reading: Reading, index: number): void {
  const { tokens, opened, indent } = reading;
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!token) return;
  const name = nameIn(token);
  const isAfterName = before?.kind === "name";
  if (isAfterName && token.isFirst && token.column <= before.column) tellNoValue(reading, before);
  else if (opened.at(-1)?.sign !== "{" || isAfterName) {
    const line = before?.line ?? token.line;
    tell(reading, line, `falta abrir a chave { antes de "${name}".`);
    insert(reading, token.at, "{");
    const outer = opened.at(-1)?.indent ?? 0;
    opened.push({ sign: "{", line: token.line, indent: Math.max(outer, token.column - 2) });
  }
  if (next?.text === "[" || !isListWithoutOpener(reading, index + 1)) return;
  tell(reading, token.line, `falta abrir o colchete [ depois de ${name}:`);
  insert(reading, endOf(token), "[");
  opened.push({ sign: "[", line: token.line, indent });
}

/** Whether several values follow a name up to a sign that closes a list. */
function isListWithoutOpener({ tokens, opened, indent }: Reading, from: number): boolean {
  let depth = 0;
  let commas = 0;
  for (const { kind, text, isFirst, column } of tokens.slice(from)) {
    const isOutside = isFirst && column < indent;
    if (isOutside || (kind === "name" && depth === 0)) return false;
    if (kind === "comma" && depth === 0) commas += 1;
    if (kind === "open") depth += 1;
    if (kind !== "close") continue;
    if (depth === 0) return text === "]" && (commas > 0 || opened.at(-2)?.sign !== "[");
    depth -= 1;
  }
  return false;
}

/**
 * Gives a value without a name, in a group, the name `?1` and what it says. The check finds that there is no such name,
 * and knows from the shape which name is missing.
 */
function mendNameless(reading: Reading, index: number): void {
  const { tokens, opened } = reading;
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!token || opened.at(-1)?.sign !== "{" || before?.kind === "name") return;
  const isNameWithoutColon =
    ["word", "text"].includes(token.kind) &&
    next?.line === token.line &&
    ["text", "number", "open"].includes(next.kind);
  if (isNameWithoutColon) return;
  reading.nameless += 1;
  const shown = show(token).replaceAll('"', "");
  insert(reading, token.at, `"?${reading.nameless} ${shown}": `);
}

function closeRest(reading: Reading): void {
  const last = reading.tokens.at(-1);
  for (const { sign, line } of reading.opened.toReversed()) {
    const text =
      sign === "("
        ? "falta fechar o parêntese. A última linha do arquivo é });"
        : `falta fechar com ${closers[sign]} o que foi aberto na linha ${line}.`;
    tell(reading, last?.line ?? 1, text);
    insert(reading, endOf(last), closers[sign] ?? "");
  }
}

function tellNoValue(reading: Reading, name: Placed): void {
  const text = `"${nameIn(name)}" está sem valor. Escreva o valor depois dos dois-pontos.`;
  tell(reading, name.line, text);
  insert(reading, endOf(name), " 0");
}

function tell({ slips }: Reading, line: number, text: string): void {
  slips.push({ line, text });
}

function insert({ edits }: Reading, at: number, text: string): void {
  edits.push({ at, removed: 0, text });
}

function replace({ edits }: Reading, { at, text: old }: Placed, text: string): void {
  edits.push({ at, removed: old.length, text });
}

function endOf(token: Placed | undefined): number {
  return token ? token.at + token.text.length : 0;
}

function nameIn({ text }: Token): string {
  return text.replaceAll(/["\s:]/g, "");
}

/** A token as a sentence shows it. */
function show({ kind, text }: Token): string {
  return kind === "text" ? shorten(text.slice(1, -1)) : text;
}

function withEdits(source: string, edits: Edit[]): string {
  const fromTheEnd = edits.map((edit, order) => ({ ...edit, order }));
  fromTheEnd.sort((one, other) => other.at - one.at || other.order - one.order);
  let mended = source;
  for (const { at, removed, text } of fromTheEnd)
    mended = mended.slice(0, at) + text + mended.slice(at + removed);
  return mended;
}
