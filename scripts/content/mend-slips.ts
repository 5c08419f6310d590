import { mendBetween } from "./mend-between.ts";
import {
  endsValue,
  type Mended,
  type Slip,
  type SlipKind,
  shorten,
  type Token,
  tokensOf,
  wordLines,
} from "./tokens.ts";

/** A line as it was probably meant, and what the slip was. */
type MendedLine = { meant: string; text: string; kind?: SlipKind };

/** Numbers as people write them: JavaScript reads `1.000` as one, so these are looked for in every file. */
export function mendNumbers(source: string): Mended {
  return eachLine(source, (line) => {
    for (const { 0: written, index } of line.matchAll(textsAndNumbers)) {
      const number = written.startsWith('"') ? undefined : mendNumber(written);
      if (!number) continue;
      const after = line.slice(index + written.length);
      return { meant: line.slice(0, index) + number.value + after, text: number.text };
    }
    return undefined;
  });
}

/**
 * A text, in which no number is looked for; or what begins with a digit after a colon, with all that is written to it, like
 * `1.000`, `2,5`, `20h`, `20:00` and `300 mil`.
 */
const textsAndNumbers =
  /"[^"]*"|(?<=[\w"]\s*:\s*)-?\d(?:,(?=\d)|[^\s,}\]/"])*(?:\s+[\p{L}%][^,}\]:"]*?(?=\s*(?:[,}\]]|$)))?/gu;

/** Undefined for a number that JavaScript reads as it was meant. */
function mendNumber(written: string): { value: string; text: string } | undefined {
  if (/^-?\d{1,3}([.,]\d{3})+$/.test(written)) {
    const value = written.replaceAll(/[.,]/g, "");
    return {
      value,
      text: `o número ${written} tem ponto de milhar. Escreva ${value}, sem ponto.`,
    };
  }
  if (/^-?\d+,\d+$/.test(written)) {
    const value = written.replace(",", ".");
    return { value, text: `há uma vírgula dentro de um número. Escreva ${value}, com ponto.` };
  }
  const [, hour, minute] = /^(\d{1,2})[:hH](\d{2})$/.exec(written) ?? [];
  if (hour !== undefined) {
    const text = `a hora e os minutos ficam em linhas separadas. Escreva hour: ${hour} e minute: ${Number(minute)}.`;
    return { value: String(Number(hour)), text };
  }
  if (/^0\d+$/.test(written)) {
    const value = String(Number(written));
    return { value, text: `o número ${written} começa com zero. Escreva ${value}.` };
  }
  if (/\s/.test(written)) return { value: JSON.stringify(written), text: noQuotes(written) };
  const [, value] = /^(-?\d+(?:\.\d+)?)\D/.exec(written) ?? [];
  if (value === undefined) return undefined;
  return { value, text: `há algo depois do número ${value}. Escreva só o número.` };
}

function noQuotes(words: string): string {
  return `faltam as aspas em volta de ${shorten(words)}. Escreva o texto entre aspas.`;
}

/** Mends the slips that people make in quotes, commas, colons and brackets, line by line and then between lines. */
export function mendSigns(source: string): Mended {
  const quotes = eachLine(source, (line) => (readsWell(line) ? undefined : mendLine(line)));
  const between = mendBetween(quotes.source);
  const told = new Set(quotes.slips.map(({ line }) => line));
  const others = between.slips.filter(({ line }) => !told.has(line));
  return { source: between.source, slips: [...joinTornTexts(quotes.slips), ...others] };
}

function eachLine(source: string, mend: (line: string) => MendedLine | undefined): Mended {
  const slips: Slip[] = [];
  const lines = wordLines(source).map(({ line, isWords }, index) => {
    const mended = isWords && !line.startsWith("export ") ? mend(line) : undefined;
    if (!mended) return line;
    const { meant, ...slip } = mended;
    slips.push({ line: index + 1, ...slip });
    return meant;
  });
  return { source: lines.join("\n"), slips };
}

/** A text that was torn into two lines lacks its last quote in one and its first in the next. */
function joinTornTexts(slips: Slip[]): Slip[] {
  return slips.map((slip, index) => {
    const above = slips[index - 1];
    const isTorn =
      slip.kind === "no first quote" &&
      above?.kind === "no last quote" &&
      above.line === slip.line - 1;
    const text = "um texto fica todo numa linha só. Junte esta linha com a de cima.";
    return isTorn ? { ...slip, text } : slip;
  });
}

/** Whether each token of the line may stand before the next one. What is open, and other lines, are not looked at. */
function readsWell(line: string): boolean {
  const tokens = tokensOf(line);
  return tokens?.every((token, index) => mayStandBefore(token, tokens[index + 1]?.kind)) ?? false;
}

function mayStandBefore(token: Token, next: Token["kind"] | undefined): boolean {
  if (token.kind === "word") return false;
  if (next === undefined) return true;
  if (token.kind === "name") return !["name", "close", "comma", "semicolon"].includes(next);
  if (token.kind === "comma") return next !== "comma";
  return !endsValue(token) || ["close", "comma", "semicolon", "head"].includes(next);
}

/** The first way of mending after which the line reads well. */
function mendLine(line: string): MendedLine | undefined {
  for (const mended of waysToMend(line)) if (readsWell(mended.meant)) return mended;
  return undefined;
}

/** What could be wrong with the quotes of a line, from the likeliest. Each way changes one thing. */
function* waysToMend(line: string): Generator<MendedLine> {
  const [, name] = /(?<!["\w-])([a-z]\w*(?:-\w+)+)\s*:/.exec(line) ?? [];
  if (name) {
    const text = `o nome ${name} tem hífen e precisa de aspas. Escreva "${name}":`;
    yield { meant: line.replace(name, `"${name}"`), text };
  }
  yield* withStraightQuotes(line);
  const [, extra] = /"\s*(?:,(,)|([.!?]+)),*\s*$/.exec(line)?.filter(Boolean) ?? [];
  if (extra) {
    const text = `há “${extra}” a mais depois das aspas do fim. Deixe só uma vírgula.`;
    yield { meant: line.replace(/"\s*[.,!?]+\s*$/, '",'), text };
  }
  yield* withAnotherQuote(line);
  yield* withCurlyQuotesInside(line);
  const [, before = "", bare = "", after = ""] =
    /^(\s*(?:[\w-]+\s*:)?\s*)([\p{L}$][^"{}[\]]*?)(\s*,?\s*)$/u.exec(line) ?? [];
  const hasValue = !/:\s*,?\s*$/.test(line);
  if (hasValue && (/\s/.test(bare) || after.includes(",")))
    yield { meant: `${before}"${bare}"${after}`, text: noQuotes(bare) };
}

/** The quotes around a text, or only the last one, are curly: an editor for letters writes them so. */
function* withStraightQuotes(line: string): Generator<MendedLine> {
  const [, whole = ""] =
    /(?<=^\s*|[:[,{]\s*)[“”]([^“”"]*)["“”](?=\s*(?:[,\]}]|$))/.exec(line) ?? [];
  if (whole) {
    const text = `${shorten(whole)} está entre aspas curvas. As aspas em volta do texto são retas: "assim".`;
    yield { meant: line.replace(/[“”]([^“”"]*)["“”]/, '"$1"'), text };
  }
  const [, opened = ""] = /"([^"]*)[“”],?\s*$/.exec(line) ?? [];
  if (opened) {
    const text = `${shorten(opened)} termina com aspas curvas. Feche o texto com uma aspa reta: ".`;
    yield { meant: line.replace(/[“”](?=,?\s*$)/, '"'), text };
  }
}

/** A line with an odd number of quotes lacks one, at the first place where the line reads well with it. */
function* withAnotherQuote(line: string): Generator<MendedLine> {
  const quotes = line.match(/(?<!\\)"/g) ?? [];
  if (quotes.length % 2 === 0) return;
  const places = [...line.matchAll(/(?<=^\s*|[:[{,]\s*)(?=\S)|(?<=\S)(?=\s*[,:}\]]|\s*$)/g)];
  const startsWithName = /^\s*[\w$]+\s*:/.test(line);
  for (const { index } of places) {
    if (startsWithName && line.slice(0, index).trim() === "") continue;
    const meant = `${line.slice(0, index)}"${line.slice(index)}`;
    const token = tokensOf(meant)?.find(
      ({ kind, start, end }) => ["text", "name"].includes(kind) && start <= index && index <= end,
    );
    const words = token?.text.replaceAll(/^"|"\s*:?$/g, "") ?? "";
    // A text has both braces of a name in braces: with one, it would reach over the end of its group.
    if (words.split("{").length !== words.split("}").length) continue;
    const shown = shorten(words);
    if (token?.start === index) {
      const text = `faltam as aspas no começo de ${shown}. Escreva " antes do texto.`;
      yield { meant, kind: "no first quote", text };
    } else {
      const text = `faltam as aspas no fim de ${shown}. Feche o texto com " antes da vírgula.`;
      yield { meant, kind: "no last quote", text };
    }
  }
}

/** Straight quotes inside a text would end it: one pair becomes curly, or all between the first quote and the last. */
function* withCurlyQuotesInside(line: string): Generator<MendedLine> {
  const say = (words: string) => `há aspas retas dentro do texto. Use as curvas: “${words}”.`;
  const quotes = [...line.matchAll(/(?<!\\)"/g)].map(({ index }) => index);
  for (const [number, from] of quotes.entries()) {
    const to = quotes[number + 1] ?? 0;
    const words = line.slice(from + 1, to);
    if (/[\p{L}\d]/u.test(words))
      yield { meant: `${line.slice(0, from)}“${words}”${line.slice(to + 1)}`, text: say(words) };
  }
  const [, before = "", whole = "", after = ""] =
    /^(\s*(?:[\w-]+\s*:)?\s*")(.*)("\s*,?\s*)$/.exec(line) ?? [];
  const [, first = ""] = /"([^"]*)"/.exec(whole) ?? [];
  if (first)
    yield { meant: before + whole.replaceAll(/"([^"]*)"/g, "“$1”") + after, text: say(first) };
}
