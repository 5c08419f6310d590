import { slips } from "#phrases/content/slips.ts";

/** A quoted text that begins at an index of a line: what it says, where it ends, and what is wrong with it. */
export type Quoted = { text: string; end: number; slip?: string };

type Quotes = { closers: string; curly: boolean };

const straight = `"'\``;
const curly = "“”„«»‘’";

export function isQuote(sign: string): boolean {
  return straight.includes(sign) || curly.includes(sign);
}

/**
 * Reads a text in quotes. Texts never go on in the next line, so a missing quote is found here, and so is a quote in
 * the middle of the text: after a text's last quote only a comma, a closing sign or the end of the line can follow.
 */
export function readQuoted(line: string, start: number): Quoted {
  const sign = line[start] ?? "";
  const quotes = straight.includes(sign)
    ? { closers: sign, curly: false }
    : { closers: `${curly}"`, curly: true };
  const inner: number[] = [];
  for (const end of closersAfter(line, start, quotes)) {
    const isFirstQuote = /^[^\s,}\])]/.test(line.slice(end + 1));
    if (isFirstQuote && isNext(line, start, end)) return endBeforeNext(line, start, end);
    if (endsText(line.slice(end + 1))) return finish(line, { start, end, inner, quotes });
    inner.push(end);
  }
  return endWithLine(line, start);
}

/** Reads a text without a first quote, whose letters begin at the index. */
export function readUnquoted(line: string, start: number): Quoted {
  const quote = line.indexOf('"', start);
  if (quote >= 0 && endsText(line.slice(quote + 1))) {
    const text = line.slice(start, quote);
    return { text, end: quote + 1, slip: slips.noFirstQuote(shorten(text)) };
  }
  const { text, end } = endWithLine(line, start - 1);
  return { text, end, slip: slips.noQuotes(shorten(text)) };
}

/** The text in quotes as a sentence shows it. */
export function shorten(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 37).trimEnd()}…` : text}”`;
}

function closersAfter(line: string, start: number, { closers }: Quotes): number[] {
  const found: number[] = [];
  for (let index = start + 1; index < line.length; index++) {
    if (line[index] === "\\") index++;
    else if (closers.includes(line[index] ?? "")) found.push(index);
  }
  return found;
}

/** Whether the rest of a line can follow after a text. */
function endsText(rest: string): boolean {
  return (
    /^\s*([}\]);]|$|\/\/|:)/.test(rest) ||
    /^\s*,\s*($|\/\/|\/\*|["“{[}\]\d]|[\w"-]+\s*:|[a-z]\w* ["{[\d])/.test(rest) ||
    /^\s+(["{[]|\w+:\s*["{[\dtf])/.test(rest)
  );
}

/**
 * Whether a quote begins the next text, so that the last one has no quote at its end: the quote comes after a comma and
 * a name, or after a comma in a line with an odd number of quotes.
 */
function isNext(line: string, start: number, quote: number): boolean {
  const before = line.slice(start + 1, quote);
  const isOdd = (line.slice(start).match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
  return /,\s*\w+:\s*$/.test(before) || (isOdd && /,\s*$/.test(before));
}

function endBeforeNext(line: string, start: number, end: number): Quoted {
  const text = line.slice(start + 1, end).replace(/,\s*(\w+:\s*)?$/, "");
  return { text, end: start + 1 + text.length, slip: slips.openQuote(shorten(text)) };
}

function finish(
  line: string,
  { start, end, inner, quotes }: { start: number; end: number; inner: number[]; quotes: Quotes },
): Quoted {
  const text = unescaped(line.slice(start + 1, end));
  const [first, second = end] = inner;
  const found = { text, end: end + 1 };
  if (quotes.curly) return { ...found, slip: slips.curlyQuotes(shorten(text)) };
  if (first !== undefined)
    return { ...found, slip: slips.innerQuotes(line.slice(first + 1, second)) };
  return line[start] === "`" && text.includes("${") ? { ...found, slip: slips.code } : found;
}

/** The text goes to the end of the line, except for the signs that close groups there. */
function endWithLine(line: string, start: number): Quoted {
  const [closing = ""] = /\s*(?:[}\]][}\]),;\s]*|,\s*|;\s*)?$/.exec(line.slice(start + 1)) ?? [];
  const end = line.length - closing.length;
  const text = line.slice(start + 1, end);
  if (text === "") return { text, end, slip: slips.loneQuote };
  const [, closed, more = ""] = /^([^"]*)"\s*([.,!?]+)$/.exec(text) ?? [];
  if (closed !== undefined) return { text: closed, end, slip: slips.signAfterText(more) };
  const slip = /[“”]$/.test(text) ? slips.curlyEnd : slips.openQuote;
  return { text, end, slip: slip(shorten(text)) };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(u[\da-f]{4}|.)/gi, (_, sign: string) => {
    if (/^u.{4}$/i.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return { n: "\n", t: "\t" }[sign] ?? sign;
  });
}
