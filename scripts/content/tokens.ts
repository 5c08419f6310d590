/** A mistake in how a file is written; `text` is a sentence in Portuguese without file and line. */
export type Slip = { line: number; text: string; kind?: SlipKind };

/** The kinds that a later step looks for, to find a text that was torn into two lines. All others have none. */
export type SlipKind = "no first quote" | "no last quote";

/** The lines as they were probably meant, and what was wrong in them. A mended line stays one line. */
export type Mended = { source: string; slips: Slip[] };

export const unreadable =
  "não foi possível entender esta linha. Confira as aspas e as vírgulas dela e da linha de cima.";

export function shorten(text: string): string {
  const max = 40;
  return `“${text.length > max ? `${text.slice(0, max).replace(/\s+\S*$/, "")}…` : text}”`;
}

/** A part of a line; `start` and `end` are its places in the line. */
export type Token = { kind: Kind; text: string; start: number; end: number };

type Kind = (typeof patterns)[number][0];

/** The kinds of tokens: the first pattern that fits the beginning of the rest of a line says what comes there. */
const patterns = [
  // The beginning of an export: `export const hero = filled<Hero>`, up to its bracket.
  ["head", /export const \w+(?:: ?\w+)? = ?(?:\w+(?:<\w+>)?(?=\())?/uy],
  // A name with its colon.
  ["name", /(?:"[^":]*"|[\w$]+)\s*:/uy],
  ["text", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/uy],
  ["number", /-?\d+(?:\.\d+)?(?![\p{L}\d.])/uy],
  // `true`, `false`, or a value of another file, like `launch.limit`.
  ["value", /(?:(?:true|false|[a-z]\w*\.[\w.]+)\b)/uy],
  // Any other word: nothing in these files has one, so a quote or a colon is missing.
  ["word", /[\p{L}\d$_]+/uy],
  ["open", /[{[(]/uy],
  ["close", /[}\])]/uy],
  ["comma", /,/uy],
  ["semicolon", /;/uy],
] as const;

const blanksAndComments = /(?:\s+|\/\/.*|\/\*.*?\*\/)*/uy;

/** The tokens of a line; undefined for a line with a sign that belongs nowhere. */
export function tokensOf(line: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = afterBlanks(line, 0); at < line.length; ) {
    const token = tokenAt(line, at);
    if (token === undefined) return undefined;
    tokens.push(token);
    at = afterBlanks(line, token.end);
  }
  return tokens;
}

function afterBlanks(line: string, at: number): number {
  blanksAndComments.lastIndex = at;
  return at + (blanksAndComments.exec(line)?.[0].length ?? 0);
}

function tokenAt(line: string, start: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start;
    const [text] = pattern.exec(line) ?? [];
    if (text !== undefined) return { kind, text, start, end: start + text.length };
  }
  return undefined;
}

/** Whether a comma has to follow a token of this kind, if anything but a closing bracket comes after it. */
export function endsValue({ kind }: Token): boolean {
  return ["text", "number", "value", "word", "close"].includes(kind);
}

/** Each line, and whether it holds words of the page: lines of comments and imports do not, and stay as they are. */
export function wordLines(source: string): { line: string; isWords: boolean }[] {
  let inComment = false;
  return source.split("\n").map((line) => {
    const wasInComment = inComment;
    inComment = (inComment || /^\s*\/\*/.test(line)) && !line.includes("*/");
    return { line, isWords: !wasInComment && !/^\s*(\/\/|\/\*|import\b)/.test(line) };
  });
}
