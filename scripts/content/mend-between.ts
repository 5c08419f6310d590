import {
  endsValue,
  type Mended,
  type Slip,
  shorten,
  type Token,
  tokensOf,
  unreadable,
  wordLines,
} from "./tokens.ts";

/** A token in its file. `mended` stands in its place, between `prefix` and `suffix`. */
type Placed = Token & {
  line: number;
  /** How far its line is indented. */
  column: number;
  isFirstInLine: boolean;
  /** Where it begins in the file. */
  at: number;
  prefix: string;
  mended: string;
  suffix: string;
};

/** A list or a group that is not closed yet: its sign, and the line of its opening with how far that is indented. */
type Open = { sign: string; line: number; indent: number };

/** How far the reading has come: what is open there, from the outermost to the innermost. */
type Reading = { tokens: Placed[]; opened: Open[]; slips: Slip[] };

/**
 * Mends commas, colons and brackets. It reads the tokens one after the other and compares each with the one before, with
 * what is open, and with the indentation, which shows where a list or a group was meant to end.
 */
export function mendBetween(source: string): Mended {
  const slips: Slip[] = [];
  const reading: Reading = { tokens: placedTokens(source, slips), opened: [], slips };
  for (const [index, token] of reading.tokens.entries()) mendToken(reading, index, token);
  closeRest(reading);
  return { source: withTokens(source, reading.tokens), slips };
}

function placedTokens(source: string, slips: Slip[]): Placed[] {
  let lineStart = 0;
  return wordLines(source).flatMap(({ line, isWords }, index) => {
    const start = lineStart;
    lineStart += line.length + 1;
    if (!isWords) return [];
    const tokens = tokensOf(line);
    if (tokens === undefined) slips.push({ line: index + 1, text: unreadable });
    return (tokens ?? []).map((token, number) => ({
      ...token,
      line: index + 1,
      column: line.search(/\S/),
      isFirstInLine: number === 0,
      at: start + token.start,
      prefix: "",
      mended: token.text,
      suffix: "",
    }));
  });
}

function withTokens(source: string, tokens: Placed[]): string {
  let done = 0;
  const parts = tokens.map(({ at, text, prefix, mended, suffix }) => {
    const gap = source.slice(done, at);
    done = at + text.length;
    return gap + prefix + mended + suffix;
  });
  return parts.join("") + source.slice(done);
}

function mendToken(reading: Reading, index: number, token: Placed): void {
  const before = reading.tokens[index - 1];
  const hasClosed = token.isFirstInLine && closeByIndent(reading, token, before);
  switch (token.kind) {
    case "head":
      // Nothing of one export is open in the next.
      reading.opened.length = 0;
      return;
    case "close":
      mendCloser(reading, token, before);
      return;
    case "semicolon":
      mendSemicolon(reading, token);
      return;
    case "comma":
      mendComma(reading, token, before);
      return;
    case "name":
      separate(reading, index, hasClosed);
      mendName(reading, index, token);
      return;
    case "open":
    case "text":
    case "number":
    case "value":
    case "word":
      if (separate(reading, index, hasClosed) !== "colon") mendNameless(reading, index, token);
      if (token.kind === "open") open(reading, token.text, token.line, token.column);
  }
}

/** What stands as far left as the line of an opening is not inside it any more. Returns whether anything was closed. */
function closeByIndent(reading: Reading, token: Placed, before: Placed | undefined): boolean {
  const count = reading.opened.length;
  closeInner(reading, before, ({ line, indent }) => {
    const isOutermost = reading.opened.length === 1;
    const isLeft = token.column < indent || (token.column === indent && token.kind !== "close");
    return !isOutermost && token.line > line && isLeft;
  });
  return reading.opened.length < count;
}

/** Closes what is open, from the innermost, as long as it is around the present place no more. */
function closeInner(
  reading: Reading,
  before: Placed | undefined,
  isOver: (open: Open) => boolean,
): void {
  for (let inner = reading.opened.at(-1); inner && isOver(inner); inner = reading.opened.at(-1)) {
    const closer = closerOf(inner);
    const text = `falta fechar com ${closer} o que foi aberto na linha ${inner.line}.`;
    tell(reading, before?.line ?? inner.line, text);
    if (before) before.suffix += closer;
    reading.opened.pop();
  }
}

function mendCloser(reading: Reading, token: Placed, before: Placed | undefined): void {
  if (!reading.opened.some((open) => closerOf(open) === token.text)) {
    tell(reading, token.line, `há um sinal ${token.text} a mais. Apague-o.`);
    token.mended = "";
    return;
  }
  if (before?.kind === "name") tellNoValue(reading, before);
  closeInner(reading, before, (open) => closerOf(open) !== token.text);
  reading.opened.pop();
}

function mendSemicolon(reading: Reading, token: Placed): void {
  if (reading.opened.length === 0) return;
  tell(reading, token.line, "há um ponto e vírgula no lugar de uma vírgula. Escreva uma vírgula.");
  token.mended = ",";
}

function mendComma(reading: Reading, token: Placed, before: Placed | undefined): void {
  if (before?.kind === "name") tellNoValue(reading, before);
  else if (before?.kind === "comma" || before?.kind === "open") {
    tell(reading, token.line, "há uma vírgula a mais na lista. Apague-a.");
    token.mended = "";
  }
}

/** Puts what is missing between a value and the next token: a colon, if the value was meant as a name, or a comma. */
function separate(
  reading: Reading,
  index: number,
  hasClosed: boolean,
): "nothing" | "colon" | "comma" {
  const { tokens, opened } = reading;
  const [beforeLast, before, token] = [tokens[index - 2], tokens[index - 1], tokens[index]];
  if (!before || !token || !endsValue(before)) return "nothing";
  const isName =
    opened.at(-1)?.sign === "{" &&
    before.line === token.line &&
    ["word", "text"].includes(before.kind) &&
    beforeLast?.kind !== "name";
  if (isName) {
    const name = before.text.replaceAll('"', "");
    const text = `faltam os dois-pontos depois de "${name}". Escreva ${name}: antes do valor.`;
    tell(reading, before.line, text);
    before.suffix += ":";
    return "colon";
  }
  // A bracket that was missing here is told already.
  if (!hasClosed)
    tell(reading, before.line, `falta uma vírgula no fim da linha, depois de ${show(before)}.`);
  before.suffix += ",";
  return "comma";
}

/** Finds a name that has no value, before this name, and a group or a list that is not opened, before or after it. */
function mendName(reading: Reading, index: number, token: Placed): void {
  const { tokens, opened } = reading;
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  const name = nameIn(token);
  const isAfterName = before?.kind === "name";
  if (isAfterName && token.isFirstInLine && token.column <= before.column)
    tellNoValue(reading, before);
  else if (opened.at(-1)?.sign !== "{" || isAfterName) {
    tell(reading, before?.line ?? token.line, `falta abrir a chave { antes de "${name}".`);
    token.prefix += "{";
    const outer = opened.at(-1)?.indent ?? 0;
    open(reading, "{", token.line, Math.max(outer, token.column - 2));
  }
  if (next?.text === "[" || !isListWithoutOpener(reading, index, token)) return;
  tell(reading, token.line, `falta abrir o colchete [ depois de ${name}:`);
  token.suffix += "[";
  open(reading, "[", token.line, token.column);
}

/** Whether several values follow a name up to a sign that closes a list. */
function isListWithoutOpener(
  { tokens, opened }: Reading,
  index: number,
  { column: indent }: Placed,
): boolean {
  let depth = 0;
  let commas = 0;
  for (const { kind, text, isFirstInLine, column } of tokens.slice(index + 1)) {
    const isOutside = isFirstInLine && column < indent;
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
 * Gives a value of a group that has no name a stand-in name. So the file can be read and its values be checked, and the
 * check knows from the shape of the group which name is missing: `standsFor` tells it of which value.
 */
function mendNameless({ tokens, opened }: Reading, index: number, token: Placed): void {
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  if (opened.at(-1)?.sign !== "{" || before?.kind === "name") return;
  const isNameWithoutColon =
    ["word", "text"].includes(token.kind) &&
    next?.line === token.line &&
    ["text", "number", "open"].includes(next.kind);
  if (isNameWithoutColon) return;
  token.prefix += `${JSON.stringify(standInName(token))}: `;
}

/** No owner writes such a name. The place in the file makes it another one for each value. */
function standInName(token: Placed): string {
  return `?${token.at} ${show(token)}`;
}

/** The value, as a sentence shows it, for which a stand-in name was made; undefined for any other name. */
export function standsFor(name: string): string | undefined {
  return /^\?\d+ (.*)$/.exec(name)?.[1];
}

function closeRest({ tokens, opened, slips }: Reading): void {
  const last = tokens.at(-1);
  for (const open of opened.toReversed()) {
    const closer = closerOf(open);
    const text =
      closer === ")"
        ? "falta fechar o parêntese. A última linha do arquivo é });"
        : `falta fechar com ${closer} o que foi aberto na linha ${open.line}.`;
    slips.push({ line: last?.line ?? 1, text });
    if (last) last.suffix += closer;
  }
}

function tellNoValue(reading: Reading, name: Placed): void {
  const text = `"${nameIn(name)}" está sem valor. Escreva o valor depois dos dois-pontos.`;
  tell(reading, name.line, text);
  name.suffix += " 0";
}

function tell({ slips }: Reading, line: number, text: string): void {
  slips.push({ line, text });
}

function open({ opened }: Reading, sign: string, line: number, indent: number): void {
  opened.push({ sign, line, indent });
}

function closerOf({ sign }: Open): string {
  return { "{": "}", "[": "]", "(": ")" }[sign] ?? "";
}

function nameIn({ text }: Token): string {
  return text.replaceAll(/["\s:]/g, "");
}

/** A token as a sentence shows it. */
function show({ kind, text }: Token): string {
  return kind === "text" ? shorten(text.slice(1, -1)) : text;
}
