import { slips } from "#phrases/content/slips.ts";
import { findNumberSlip } from "./number-slips.ts";
import { isQuote, type Quoted, readQuoted, readUnquoted } from "./quotes.ts";
import type { Slip } from "./value.ts";

/** `first`: nothing stands before it in its line. */
export type Token = { line: number; column: number; first: boolean } & Content;

type Place = { text: string; line: number; before: Token | undefined };
type Found = { end: number; token?: Content; slip?: string };
type Content =
  | { kind: "text"; text: string }
  | { kind: "number"; number: number }
  | { kind: "word"; word: string }
  | { kind: "sign"; sign: string };

/** The words, numbers, texts and signs of a part of a file. `firstLine` is the line in the file where the part begins. */
export function tokenize(source: string, firstLine: number): { tokens: Token[]; slips: Slip[] } {
  const tokens: Token[] = [];
  const found: Slip[] = [];
  for (const [index, text] of withoutComments(source).split("\n").entries()) {
    const line = firstLine + index;
    let at = 0;
    let first = true;
    while (at < text.length) {
      const { end, token, slip } = readAt({ text, line, before: tokens.at(-1) }, at);
      if (slip) found.push({ line, text: slip });
      if (token) {
        tokens.push({ ...token, line, column: at, first });
        first = false;
      }
      at = end;
    }
  }
  return { tokens, slips: found };
}

/** Puts blanks in place of comments, so that all other places stay. A `//` in a text is part of an address. */
function withoutComments(source: string): string {
  const blank = (comment: string) => comment.replaceAll(/[^\n]/g, " ");
  return source
    .replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank)
    .replaceAll(/^[ \t]*\/\/.*$/gm, blank)
    .replaceAll(/(?<=[,{[}\]][ \t]*)\/\/.*$/gm, blank);
}

function readAt({ text, before }: Place, at: number): Found {
  const rest = text.slice(at);
  const sign = text[at] ?? "";
  if (/\s/.test(sign)) return { end: at + 1 };
  if (isQuote(sign)) return quotedText(readQuoted(text, at));
  const [number] = /^-?\d[\d_.]*/.exec(rest) ?? [];
  if (number && !isBareText(rest, before)) return readNumber(text, at, number);
  if (isBareText(rest, before)) return quotedText(readUnquoted(text, at));
  const [hyphened] = /^[\p{L}\d_]+(?:-[\p{L}\d_]+)+(?=\s*:)/u.exec(rest) ?? [];
  if (hyphened) return nameWithHyphen(hyphened, at);
  const [word] = /^[\p{L}_$][\p{L}\w$.]*/u.exec(rest) ?? [];
  if (word) return { end: at + word.length, token: { kind: "word", word } };
  return { end: at + 1, token: { kind: "sign", sign } };
}

function nameWithHyphen(name: string, at: number): Found {
  const token = { kind: "text", text: name } as const;
  return { end: at + name.length, token, slip: slips.nameWithHyphen(name) };
}

function quotedText({ text, end, slip }: Quoted): Found {
  return { end, token: { kind: "text", text }, ...(slip && { slip }) };
}

/** Whether several words stand where a value must stand: a text whose first quote is missing. */
function isBareText(rest: string, before: Token | undefined): boolean {
  if (before?.kind !== "sign" || !":,[".includes(before.sign)) return false;
  if (before.sign !== ":" && /^[\w-]+ (true|false|-?\d[\d._]*),?\s*$/.test(rest)) return false;
  if (before.sign !== ":" && /^[\w-]+\s*(:|"|$)/.test(rest)) return /^[\w-]+"\s*,?\s*$/.test(rest);
  return (
    /^[\p{L}\d$]+("|[\p{L}\d$.!?%]*\s+([\p{L}\d(]|\{\w))/u.test(rest) &&
    !/^\d[\d.,]*\s*[,}\]]/.test(rest)
  );
}

function readNumber(line: string, at: number, written: string): Found {
  const [after = ""] = /^(?:\p{L}|:\d)[\p{L}\d]*/u.exec(line.slice(at + written.length)) ?? [];
  const [decimals = ""] = /^,\d+(?=\s*(?:,|$))/.exec(line.slice(at + written.length)) ?? [];
  const token = { kind: "number", number: Number(written.replaceAll("_", "")) } as const;
  const end = at + written.length + after.length + decimals.length;
  const slip = findSlipAround(written, after, decimals);
  return slip ? { end, token, slip } : { end, token };
}

function findSlipAround(written: string, after: string, decimals: string): string | undefined {
  if (decimals) return slips.decimalComma(`${written}${decimals.replace(",", ".")}`);
  const [, minutes] = /^[h:](\d\d)/i.exec(after) ?? [];
  if (minutes) return slips.clockTime(written, Number(minutes));
  return after ? slips.afterNumber(written) : findNumberSlip(written);
}
