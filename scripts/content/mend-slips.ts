import { mendBetween } from "./mend-between.ts";
import { ends, type Mended, type Slip, shorten, tokensOf, wordLines } from "./tokens.ts";

/** Numbers as people write them: JavaScript reads `1.000` as one, so these are looked for in every file. */
export function mendNumbers(source: string): Mended {
  return eachLine(source, (line) => {
    const texts = /"[^"]*"/.source;
    const numbers =
      /(?<=[\w"]\s*:\s*)-?\d(?:,(?=\d)|[^\s,}\]/"])*(?:\s+[\p{L}%][^,}\]:"]*?(?=\s*(?:[,}\]]|$)))?/u
        .source;
    for (const { 0: written, index } of line.matchAll(new RegExp(`${texts}|${numbers}`, "gu"))) {
      const meant = written.startsWith('"') ? undefined : mendNumber(written);
      if (meant)
        return {
          line: line.slice(0, index) + meant.value + line.slice(index + written.length),
          text: meant.text,
        };
    }
    return undefined;
  });
}

function noQuotes(what: string): string {
  return `faltam as aspas em volta de ${what}. Escreva o texto entre aspas.`;
}

function mendNumber(written: string): { value: string; text: string } | undefined {
  if (/^-?\d{1,3}([.,]\d{3})+$/.test(written))
    return {
      value: written.replaceAll(/[.,]/g, ""),
      text: `o número ${written} tem ponto de milhar. Escreva ${written.replaceAll(/[.,]/g, "")}, sem ponto.`,
    };
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
  if (/\s/.test(written))
    return { value: JSON.stringify(written), text: noQuotes(shorten(written)) };
  const [, digits, after] = /^(-?\d+(?:\.\d+)?)(\D.*)$/.exec(written) ?? [];
  if (digits === undefined || after === undefined) return undefined;
  return { value: digits, text: `há algo depois do número ${digits}. Escreva só o número.` };
}

/** Mends the slips that people make in quotes, commas, colons and brackets, line by line and then between lines. */
export function mendSigns(source: string): Mended {
  const quotes = eachLine(source, (line) => (readsWell(line) ? undefined : mendLine(line)));
  const between = mendBetween(quotes.source);
  const told = new Set(quotes.slips.map(({ line }) => line));
  const others = between.slips.filter(({ line }) => !told.has(line));
  return { source: between.source, slips: [...joinTornTexts(quotes.slips), ...others] };
}

type MendLine = (line: string) => { line: string; text: string } | undefined;

function eachLine(source: string, mend: MendLine): Mended {
  const slips: Slip[] = [];
  const lines = wordLines(source).map(({ line, isWords }, index) => {
    const mended = isWords && !line.startsWith("export ") ? mend(line) : undefined;
    if (mended) slips.push({ line: index + 1, text: mended.text });
    return mended?.line ?? line;
  });
  return { source: lines.join("\n"), slips };
}

const begins = ["name", "text", "number", "value", "word", "open"];

function readsWell(line: string): boolean {
  const tokens = tokensOf(line);
  return (
    tokens?.every((token, index) => {
      const next = tokens[index + 1]?.kind ?? "";
      if (token.kind === "word") return false;
      if (token.kind === "name") return !["name", "close", "comma", "semicolon"].includes(next);
      if (token.kind === "comma") return next !== "comma";
      return !ends.includes(token.kind) || !begins.includes(next);
    }) ?? false
  );
}

/** The first way of mending after which the line reads well. */
function mendLine(line: string): ReturnType<MendLine> {
  for (const mended of waysToMend(line)) if (readsWell(mended.line)) return mended;
  return undefined;
}

function* waysToMend(line: string): Generator<{ line: string; text: string }> {
  const [, name] = /(?<!["\w-])([a-z]\w*(?:-\w+)+)\s*:/.exec(line) ?? [];
  if (name) {
    const text = `o nome ${name} tem hífen e precisa de aspas. Escreva "${name}":`;
    yield { line: line.replace(name, `"${name}"`), text };
  }
  const [, curly = ""] =
    /(?<=^\s*|[:[,{]\s*)[“”]([^“”"]*)["“”](?=\s*(?:[,\]}]|$))/.exec(line) ?? [];
  if (curly) {
    const text = `${shorten(curly)} está entre aspas curvas. As aspas em volta do texto são retas: "assim".`;
    yield { line: line.replace(/[“”]([^“”"]*)["“”]/, '"$1"'), text };
  }
  const [, open = ""] = /"([^"]*)[“”],?\s*$/.exec(line) ?? [];
  if (open) {
    const text = `${shorten(open)} termina com aspas curvas. Feche o texto com uma aspa reta: ".`;
    yield { line: line.replace(/[“”](?=,?\s*$)/, '"'), text };
  }
  const [, extra] = /"\s*(?:,(,)|([.!?]+)),*\s*$/.exec(line)?.filter(Boolean) ?? [];
  if (extra) {
    const text = `há “${extra}” a mais depois das aspas do fim. Deixe só uma vírgula.`;
    yield { line: line.replace(/"\s*[.,!?]+\s*$/, '",'), text };
  }
  yield* withAnotherQuote(line);
  yield* withInnerQuotes(line);
  const [, before = "", bare = "", after = ""] =
    /^(\s*(?:[\w-]+\s*:)?\s*)([\p{L}$][^"{}[\]]*?)(\s*,?\s*)$/u.exec(line) ?? [];
  const hasValue = !/:\s*,?\s*$/.test(line);
  if (hasValue && (/\s/.test(bare) || after.includes(",")))
    yield { line: `${before}"${bare}"${after}`, text: noQuotes(shorten(bare)) };
}

/** A quote is missing where the line reads well with one more. */
function* withAnotherQuote(line: string): Generator<{ line: string; text: string }> {
  if (((line.match(/(?<!\\)"/g) ?? []).length & 1) === 0) return;
  const places = [...line.matchAll(/(?<=^\s*|[:[{,]\s*)(?=\S)|(?<=\S)(?=\s*[,:}\]]|\s*$)/g)];
  const startsWithName = /^\s*[\w$]+\s*:/.test(line);
  for (const { index } of places) {
    if (startsWithName && line.slice(0, index).trim() === "") continue;
    const mended = `${line.slice(0, index)}"${line.slice(index)}`;
    const token = tokensOf(mended)?.find(
      ({ kind, start, end }) => ["text", "name"].includes(kind) && start <= index && index <= end,
    );
    const words = token?.text.replaceAll(/^"|"\s*:?$/g, "") ?? "";
    // A text has both braces of a name in braces: with one, it would reach over the end of its group.
    if (words.split("{").length !== words.split("}").length) continue;
    const text = shorten(words);
    yield {
      line: mended,
      text:
        token?.start === index
          ? `faltam as aspas no começo de ${text}. Escreva " antes do texto.`
          : `faltam as aspas no fim de ${text}. Feche o texto com " antes da vírgula.`,
    };
  }
}

function* withInnerQuotes(line: string): Generator<{ line: string; text: string }> {
  const inner = (words: string) => `há aspas retas dentro do texto. Use as curvas: “${words}”.`;
  const quotes = [...line.matchAll(/(?<!\\)"/g)].map(({ index }) => index);
  for (const [number, from] of quotes.entries()) {
    const to = quotes[number + 1] ?? 0;
    const words = line.slice(from + 1, to);
    if (/[\p{L}\d]/u.test(words))
      yield { line: `${line.slice(0, from)}“${words}”${line.slice(to + 1)}`, text: inner(words) };
  }
  const [, before = "", whole = "", after = ""] =
    /^(\s*(?:[\w-]+\s*:)?\s*")(.*)("\s*,?\s*)$/.exec(line) ?? [];
  const [, first = ""] = /"([^"]*)"/.exec(whole) ?? [];
  if (first)
    yield { line: before + whole.replaceAll(/"([^"]*)"/g, "“$1”") + after, text: inner(first) };
}

/** A text that was torn into two lines lacks its last quote in one and its first in the next. */
function joinTornTexts(slips: Slip[]): Slip[] {
  return slips.map((slip, index) => {
    const above = slips[index - 1];
    const isTorn =
      slip.text.startsWith("faltam as aspas no começo") &&
      above?.line === slip.line - 1 &&
      above.text.startsWith("faltam as aspas no fim");
    const text = "um texto fica todo numa linha só. Junte esta linha com a de cima.";
    return isTorn ? { ...slip, text } : slip;
  });
}
