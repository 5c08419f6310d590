import { commandLine } from "#phrases/command-line.ts";
import { type CommandInput, type Misused, misused } from "./command.ts";
import { escapeForTerminal } from "./escape.ts";
import { readCount } from "./text.ts";

/** A command that changes numbered rows, such as the groups or the rooms. */
type Rows<Word extends string> = {
  /** The name of the command. */
  name: string;
  /** What a row is, with its article: `do grupo`. */
  ofRow: string;
  /** The words of the command, and what must follow each of them. */
  words: Readonly<Record<Word, ReadonlyArray<"id" | "link">>>;
  readLink: (text: string) => string | undefined;
  /** How the link of a row begins. */
  linkBegins: string;
};

/** `id` is 0 and `link` is empty where the word needs none. */
export type RowRequest<Word extends string> = { kind: Word; id: number; link: string };

const maxId = 1_000_000;

/** Reads what should be done with which row. Without a word that is `list`. */
export function readRowRequest<Word extends string>(
  { operands }: CommandInput,
  { name, ofRow, words, readLink, linkBegins }: Rows<Word>,
): RowRequest<Word> | Misused {
  const [typed = "list", ...following] = operands;
  const kind = typed.toLowerCase();
  if (!isWord(words, kind))
    return misused(
      `${name} não conhece "${escapeForTerminal(typed)}". Escreva um destes: ${Object.keys(words).join(", ")}.`,
    );
  const needs = words[kind];
  const id = needs.includes("id") ? readCount(following.shift(), maxId) : 0;
  if (id === undefined) return misused(`Escreva o número ${ofRow}. ${showNumbers(name)}`);
  const link = needs.includes("link") ? readLink((following.shift() ?? "").trim()) : "";
  if (link === undefined)
    return misused(`Escreva o link inteiro ${ofRow}: ele começa com ${linkBegins}`);
  const [extra] = following;
  if (extra !== undefined) return misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
  return { kind, id, link };
}

function isWord<Word extends string>(words: Record<Word, unknown>, text: string): text is Word {
  return Object.hasOwn(words, text);
}

export function showNumbers(name: string): string {
  return `Para ver os números: ${commandLine.call} ${name}`;
}
