/** A mistake in how a file is written, as a sentence in Portuguese without file and line. */
export type Slip = { line: number; text: string };

/** The lines as they were probably meant, and what was wrong in them. A mended line stays one line. */
export type Mended = { source: string; slips: Slip[] };

export const unreadable =
  "não foi possível entender esta linha. Confira as aspas e as vírgulas dela e da linha de cima.";

export function shorten(text: string): string {
  const max = 40;
  return `“${text.length > max ? `${text.slice(0, max).replace(/\s+\S*$/, "")}…` : text}”`;
}

/**
 * A part of a line by its kind: a name with its colon, a text, a number, `true` or a name of another value, any other
 * word, a sign that opens or closes, a comma, a semicolon.
 */
export type Token = { kind: string; text: string; start: number; end: number };

const parts =
  /\s+|\/\/.*|\/\*.*?\*\/|(?<head>export const \w+(?:: ?\w+)? = ?(?:\w+(?:<\w+>)?(?=\())?)|(?<name>(?:"[^":]*"|[\w$]+)\s*:)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<number>-?\d+(?:\.\d+)?(?![\p{L}\d.]))|(?<value>(?:true|false|[a-z]\w*\.[\w.]+)\b)|(?<word>[\p{L}\d$_]+)|(?<open>[{[(])|(?<close>[}\])])|(?<comma>,)|(?<semicolon>;)/uy;

/** Nothing for a line with a sign that belongs nowhere. */
export function tokensOf(line: string): Token[] | undefined {
  const tokens: Token[] = [];
  parts.lastIndex = 0;
  while (parts.lastIndex < line.length) {
    const start = parts.lastIndex;
    const found = parts.exec(line);
    if (found === null) return undefined;
    const [kind] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    if (kind) tokens.push({ kind, text: found[0], start, end: parts.lastIndex });
  }
  return tokens;
}

/** The kinds after which a comma stands, if anything follows. */
export const ends = ["text", "number", "value", "word", "close"];

/** Whether a line belongs to a comment, an import or, in what mends lines, an export. */
export function wordLines(source: string): { line: string; isWords: boolean }[] {
  let inComment = false;
  return source.split("\n").map((line) => {
    const wasInComment = inComment;
    inComment = (inComment || /^\s*\/\*/.test(line)) && !line.includes("*/");
    return { line, isWords: !wasInComment && !/^\s*(\/\/|\/\*|import\b)/.test(line) };
  });
}
