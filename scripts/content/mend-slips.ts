import { parseSync } from "vite";

/** A mistake in how a file is written; `text` is a sentence in Portuguese without file and line. */
export type Slip = { line: number; text: string };

/** A source as it was probably meant, and what was wrong in it. Each line keeps its number. */
type Mended = { source: string; slips: Slip[] };

/** A line as it was probably meant, and what the slip was. */
type MendedLine = { meant: string; text?: string };

const unreadable =
  "não foi possível entender esta linha. Confira as aspas e as vírgulas dela e da linha de cima.";

export function parse(source: string) {
  return parseSync("content.ts", source, { lang: "ts" });
}

export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}

/**
 * Mends slips until the parser reads the file. At each place where it stops, all ways to mend what is around that place
 * are tried, and the one with which it gets furthest says what the slip was. `source` is undefined if none helps.
 */
export function mendSlips(written: string): { source: string | undefined; slips: Slip[] } {
  let { source, slips } = mendNumbers(written);
  for (let left = unreadIn(source); left.length > 0; ) {
    const [best] = [...waysToMend(source, source.length - left.length)]
      .map((way) => ({ ...way, rest: unreadIn(way.source) }))
      .filter(({ rest }) => rest.length < left.length)
      .sort(
        (one, other) => one.rest.length - other.rest.length || one.rest.words - other.rest.words,
      );
    if (best === undefined) {
      const line = lineAt(source, source.length - left.length);
      return { source: undefined, slips: slips.length > 0 ? slips : [{ line, text: unreadable }] };
    }
    const told = new Set(slips.map(({ line }) => line));
    slips = [...slips, ...best.slips.filter(({ line }) => !told.has(line))];
    ({ source } = best);
    left = best.rest;
  }
  return { source, slips };
}

/** How much of the source the parser does not reach, and how many words without quotes it has taken for names. */
function unreadIn(source: string): { length: number; words: number } {
  const [error] = parse(source).errors;
  const at = error?.labels[0]?.start ?? 0;
  const words = source.replaceAll(/"[^"\n]*"/g, '""').match(bareWords) ?? [];
  return { length: error ? Math.max(1, source.length - at) : 0, words: words.length };
}

const bareWords = /(?<=[{[,:]\s*)(?!true\b|false\b)[\p{L}_$][\p{L}\w$]*(?=\s*[,}\]])/gu;

function shorten(text: string): string {
  const max = 40;
  return `“${text.length > max ? `${text.slice(0, max).replace(/\s+\S*$/, "")}…` : text}”`;
}

function noQuotes(words: string): string {
  return `faltam as aspas em volta de ${shorten(words)}. Escreva o texto entre aspas.`;
}

/** Numbers as people write them: JavaScript reads `1.000` as one, so these are looked for in every file. */
function mendNumbers(source: string): Mended {
  const slips: Slip[] = [];
  const lines = source.split("\n").map((line, index) => {
    if (/^\s*(\/\/|\/?\*|import\b|export\b)/.test(line)) return line;
    for (const { 0: written, index: start } of line.matchAll(textsAndNumbers)) {
      const number = written.startsWith('"') ? undefined : mendNumber(written);
      if (!number) continue;
      slips.push({ line: index + 1, text: number.text });
      return line.slice(0, start) + number.meant + line.slice(start + written.length);
    }
    return line;
  });
  return { source: lines.join("\n"), slips };
}

/**
 * A text, in which no number is looked for; or what begins with a digit after a colon, with all that is written to it, like
 * `1.000`, `2,5`, `20h`, `20:00` and `300 mil`.
 */
const textsAndNumbers =
  /"[^"]*"|(?<=[\w"]\s*:\s*)-?\d(?:,(?=\d)|[^\s,}\]/"])*(?:\s+[\p{L}%][^,}\]:"]*?(?=\s*(?:[,}\]]|$)))?/gu;

/** Undefined for a number that JavaScript reads as it was meant. */
function mendNumber(written: string): { meant: string; text: string } | undefined {
  if (/^-?\d{1,3}([.,]\d{3})+$/.test(written)) {
    const meant = written.replaceAll(/[.,]/g, "");
    const text = `o número ${written} tem ponto de milhar. Escreva ${meant}, sem ponto.`;
    return { meant, text };
  }
  if (/^-?\d+,\d+$/.test(written)) {
    const meant = written.replace(",", ".");
    return { meant, text: `há uma vírgula dentro de um número. Escreva ${meant}, com ponto.` };
  }
  const [, hour, minute] = /^(\d{1,2})[:hH](\d{2})$/.exec(written) ?? [];
  if (hour !== undefined) {
    const text = `a hora e os minutos ficam em linhas separadas. Escreva hour: ${hour} e minute: ${Number(minute)}.`;
    return { meant: String(Number(hour)), text };
  }
  if (/^0\d+$/.test(written)) {
    const meant = String(Number(written));
    return { meant, text: `o número ${written} começa com zero. Escreva ${meant}.` };
  }
  if (/\s/.test(written)) return { meant: JSON.stringify(written), text: noQuotes(written) };
  const [, meant] = /^(-?\d+(?:\.\d+)?)\D/.exec(written) ?? [];
  return meant === undefined
    ? undefined
    : { meant, text: `há algo depois do número ${meant}. Escreva só o número.` };
}

/** What could be wrong where the parser stops, from the likeliest: each way changes one thing. */
function* waysToMend(source: string, at: number): Generator<Mended> {
  const lines = source.split("\n");
  const here = lineAt(source, at) - 1;
  const above = [...lines.keys()].filter((index) => index < here && lines[index]?.trim());
  const withLine = (index: number, { meant, text }: MendedLine): Mended => ({
    source: lines.with(index, meant).join("\n"),
    slips: text === undefined ? [] : [{ line: index + 1, text }],
  });
  yield* joinTornText(lines, here);
  const near = [here, ...above.slice(-2).reverse()];
  for (const index of near)
    for (const way of withQuotes(lines[index] ?? "")) yield withLine(index, way);
  yield* withComma(source, at);
  yield* withBrackets(source, at);
  for (const index of near)
    for (const way of withSign(lines[index] ?? "")) yield withLine(index, way);
}

/** A text that was torn into two lines: the value may stand in the second of them. */
function* joinTornText(lines: string[], here: number): Generator<Mended> {
  const [, begin = "", first = ""] = /^(\s*(?:[\w-]+:)?\s*)"([^"]*)$/.exec(lines[here] ?? "") ?? [];
  const [, rest = ""] = /^\s*([^"]*",?)$/.exec(lines[here + 1] ?? "") ?? [];
  if (!first || !rest) return;
  const text = "um texto fica todo numa linha só. Junte esta linha com a de cima.";
  const slips = [
    { line: here + 1, text: noLastQuote(first) },
    { line: here + 2, text },
  ];
  const joined = lines.with(here, begin).with(here + 1, `"${first} ${rest}`);
  yield { source: joined.join("\n"), slips };
}

function noLastQuote(words: string): string {
  return `faltam as aspas no fim de ${shorten(words)}. Feche o texto com " antes da vírgula.`;
}

function* withQuotes(line: string): Generator<MendedLine> {
  const [, hyphenated] = /(?<!["\w-])([a-z]\w*(?:-\w+)+)\s*:/.exec(line) ?? [];
  if (hyphenated) {
    const text = `o nome ${hyphenated} tem hífen e precisa de aspas. Escreva "${hyphenated}":`;
    yield { meant: line.replace(hyphenated, `"${hyphenated}"`), text };
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
  if (bare) yield { meant: `${before}"${bare}"${after}`, text: noQuotes(bare) };
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

/** A line with an odd number of quotes lacks one. */
function* withAnotherQuote(line: string): Generator<MendedLine> {
  if (quotesIn(line) % 2 === 0) return;
  for (const { index } of line.matchAll(/(?<=^\s*|[:[{,]\s*)(?=\S)|(?<=\S)(?=\s*[,:}\]]|\s*$)/g)) {
    const [before, after] = [line.slice(0, index), line.slice(index)];
    const isFirst = quotesIn(before) % 2 === 0;
    const words = isFirst ? after.replace(/".*/, "") : before.replace(/.*"/, "");
    // A text has both braces of a name in braces: with one, it would reach over the end of its group.
    if (!words || words.split("{").length !== words.split("}").length) continue;
    const text = isFirst
      ? `faltam as aspas no começo de ${shorten(words)}. Escreva " antes do texto.`
      : noLastQuote(words);
    yield { meant: `${before}"${after}`, text };
  }
}

function quotesIn(line: string): number {
  return line.match(/(?<!\\)"/g)?.length ?? 0;
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

/** A value as it stands in a line. */
const value = String.raw`"[^"]*"|-?\d[\d.]*|[\w$]+(?:\.[\w.]+)?`;

/** A name, a colon, a comma or a bracket inside a line. */
function* withSign(line: string): Generator<MendedLine> {
  const changed = (index: number, length: number, sign: string) =>
    line.slice(0, index) + sign + line.slice(index + length);
  for (const { index } of line.matchAll(/;/g))
    yield {
      meant: changed(index, 1, ","),
      text: "há um ponto e vírgula no lugar de uma vírgula. Escreva uma vírgula.",
    };
  for (const { index } of line.matchAll(/,(?=\s*,)|(?<=[[{(]\s*),|^\s*,/g))
    yield { meant: changed(index, 1, ""), text: "há uma vírgula a mais na lista. Apague-a." };
  for (const { 0: found, 1: name, index } of line.matchAll(
    /(?<=^\s*|[{,]\s*)"?([\w-]+)"?(?=\s+(?:["\d[{]|\w+\.)|\s*$)/g,
  ))
    yield {
      meant: changed(index, found.length, `${found}:`),
      text: `faltam os dois-pontos depois de "${name}". Escreva ${name}: antes do valor.`,
    };
  for (const { 0: found, 1: name, index } of line.matchAll(/"?([\w-]+)"?\s*:(?=\s*([,}]|$))/g))
    yield {
      meant: changed(index, found.length, `${found} 0,`).replace(/0,\s*,/, "0,"),
      text: `"${name}" está sem valor. Escreva o valor depois dos dois-pontos.`,
    };
  for (const { 0: found, 1: name, index } of line.matchAll(/"?([\w-]+)"?\s*:/g))
    yield {
      meant: changed(index, found.length, `${found} [`),
      text: `falta abrir o colchete [ depois de ${name}:`,
    };
  for (const { 0: found, index } of line.matchAll(
    new RegExp(`(?<=^\\s*|[{,]\\s*)(?:${value})(?=\\s*[,}])`, "g"),
  ))
    yield { meant: changed(index, 0, `${JSON.stringify(standIn(found))}: `) };
  for (const { 0: sign, index } of line.matchAll(/[\]})]/g))
    yield { meant: changed(index, 1, ""), text: `há um sinal ${sign} a mais. Apague-o.` };
}

/**
 * A value of a group that has no name gets a stand-in name. So the file can be read and its values be checked, and the check
 * knows from the shape of the group which name is missing: `standsFor` tells it of which value.
 */
function standIn(found: string): string {
  return `?${found.startsWith('"') ? shorten(found.slice(1, -1)) : found}`;
}

/** The value, as a sentence shows it, for which a stand-in name was made; undefined for any other name. */
export function standsFor(name: string): string | undefined {
  return /^\?(.*)$/.exec(name)?.[1];
}

/** The place after the last sign before `at` that is neither a blank nor a comment. */
function endBefore(source: string, at: number): number {
  const before = source.slice(0, at);
  return before.replace(/(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^"\n]*\n)*$/, "").length;
}

function insert(source: string, at: number, sign: string, slip?: Slip): Mended {
  return { source: source.slice(0, at) + sign + source.slice(at), slips: slip ? [slip] : [] };
}

function* withComma(source: string, at: number): Generator<Mended> {
  const end = endBefore(source, at);
  const [last = ""] = new RegExp(`(?:${value}|\\S)$`).exec(source.slice(0, end)) ?? [];
  const shown = last.startsWith('"') ? shorten(last.slice(1, -1)) : last;
  const text = `falta uma vírgula no fim da linha, depois de ${shown}.`;
  yield insert(source, end, ",", { line: lineAt(source, end), text });
}

type Open = { sign: string; at: number; line: number; indent: number };

/** Closes what the indentation or the sign at this place says is over, or opens a group before it. */
function* withBrackets(source: string, at: number): Generator<Mended> {
  const opened: Open[] = [];
  let lineStart = 0;
  const signs = /"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/.*|[{}[\]()]|\n[ \t]*(?=\S)/g;
  for (const { 0: sign, index } of source.slice(0, at).matchAll(signs)) {
    if (sign.startsWith("\n")) {
      lineStart = index + 1;
      const indent = sign.length - 1;
      const inner = opened.at(-1);
      const isCloser = /[\]})]/.test(source[index + sign.length] ?? "");
      const isOver = inner && (indent < inner.indent || (indent === inner.indent && !isCloser));
      if (isOver) yield* closed(source, inner, index);
    } else if (/^[{[(]/.test(sign)) {
      const indent = /^[ \t]*/.exec(source.slice(lineStart))?.[0].length ?? 0;
      opened.push({ sign, at: index, line: lineAt(source, index), indent });
    } else if (/^[}\])]/.test(sign)) opened.pop();
  }
  const inner = opened.at(-1);
  if (inner) yield* closed(source, inner, at);
  const [name] = /(\w+)"?\s*$/.exec(source.slice(0, at)) ?? [];
  const start = at - (name?.length ?? 0);
  const end = endBefore(source, start);
  const text = `falta abrir a chave { antes de "${name}".`;
  if (name) yield insert(source, start, "{", { line: lineAt(source, end), text });
}

function* closed(source: string, { sign, line }: Open, at: number): Generator<Mended> {
  const end = endBefore(source, at);
  const closer = { "{": "}", "[": "]" }[sign] ?? ")";
  const text =
    closer === ")"
      ? "falta fechar o parêntese. A última linha do arquivo é });"
      : `falta fechar com ${closer} o que foi aberto na linha ${line}.`;
  const slip = { line: lineAt(source, end), text };
  yield insert(source, end, closer, slip);
  yield insert(source, end, `${closer},`, slip);
}
