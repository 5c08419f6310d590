import * as v from "valibot";
import { nearest } from "./nearest.ts";
import { type FindProblem, rule } from "./rule.ts";

/** The names in braces that every text may hold: `filled.ts` replaces them by values of `launch.ts` and `links.ts`. */
const namesEverywhere = [
  "date",
  "hour",
  "bonusLimit",
  "audience",
  "voucherPay",
  "voucherRedeem",
  "guaranteeDays",
  "summaryGuaranteeDays",
  "access",
  "summaryAccess",
  "supportEmail",
  "companyName",
  "cnpj",
] as const;

export type NameEverywhere = (typeof namesEverywhere)[number];

/**
 * The names that only some texts may hold, because their value differs from place to place: the shape of each of these
 * texts says which. They stand here too, so that an owner who writes one in another text reads that it does not work there.
 */
const namesOfOnePlace = [
  "number",
  "count",
  "title",
  "email",
  "today",
  "day",
  "month",
  "phone",
  "video",
  "days",
  "weekday",
  "countdown",
  "time",
  "visitorHour",
  "until",
  "lessons",
  "address",
];

/** The names by what a Brazilian writes when the English name does not come to mind, in small letters without accents. */
const guesses: Record<string, string> = {
  data: "date",
  dia: "date",
  hora: "hour",
  horario: "hour",
  limite: "bonusLimit",
  bonus: "bonusLimit",
  publico: "audience",
  alunos: "audience",
  pagar: "voucherPay",
  pague: "voucherPay",
  resgatar: "voucherRedeem",
  resgate: "voucherRedeem",
  garantia: "guaranteeDays",
  acesso: "access",
  email: "supportEmail",
  "e-mail": "supportEmail",
  suporte: "supportEmail",
  empresa: "companyName",
  numero: "number",
  total: "count",
  titulo: "title",
  hoje: "today",
};

/** A text that the page shows. It may hold the names in braces that every text may hold. */
export const text = v.pipe(v.string(), rule(findTextProblem));

/** A text that the page leaves out while it is empty. */
export const optionalText = v.pipe(
  v.string(),
  rule((value) => (value === "" ? undefined : findTextProblem(value))),
);

/** A text that the page shows as it is: nothing replaces names in braces there. */
export const plainText = v.pipe(v.string(), rule(findBlankProblem, findAnyBrace));

/** A text that must hold all given names in braces, whose values differ from place to place. */
export function textWith(...names: string[]) {
  const braces: FindProblem<string> = (value) => findBraceProblem(value, names);
  const missing: FindProblem<string> = (value) => findMissingName(value, names);
  return v.pipe(v.string(), rule(findBlankProblem, braces, missing));
}

/** A text of the page for which there is little room. */
function shortText(...limits: FindProblem<string>[]) {
  return v.pipe(v.string(), rule(findTextProblem, ...limits));
}

export const texts = filledList(text);

/** A list that holds at least one item, because the page would show an empty place. */
export function filledList<Item extends v.GenericSchema>(item: Item) {
  return v.tupleWithRest([item], item);
}

/** A group of texts of the page with the given names. */
export function words<const Name extends string>(...names: Name[]): Record<Name, typeof text>;
export function words(...names: string[]): Record<string, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

export function findBlankProblem(value: string): string | undefined {
  if (value.trim() === "") return "está vazio. Escreva o texto entre as aspas.";
  if (value !== value.trim()) return "começa ou termina com um espaço. Apague o espaço.";
  if (/\p{Cc}/u.test(value))
    return "tem uma quebra de linha ou uma tabulação. Escreva tudo numa linha só.";
  if (value.includes("\uFFFD"))
    return "tem o sinal \uFFFD no lugar de uma letra que se perdeu. Escreva o texto de novo.";
  return findInvisible(value);
}

/** Signs without width come along from Word or from a chat. The one that joins two emojis is none of them. */
export function findInvisible(value: string): string | undefined {
  const joined = value.replaceAll(
    /(?<=\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0F)\u200D/gu,
    "+",
  );
  const [found] = /\p{Cf}/u.exec(joined) ?? [];
  if (found === undefined) return undefined;
  const shown = joined.replaceAll(/\p{Cf}/gu, "⟦?⟧");
  const at = shown.indexOf("⟦?⟧");
  const part = shown.slice(Math.max(0, at - 25), at + 28);
  return `tem um sinal que não se vê, onde aqui está ⟦?⟧: “${part}”. Apague esse trecho e escreva-o de novo à mão.`;
}

function findTextProblem(value: string): string | undefined {
  return findBlankProblem(value) ?? findBraceProblem(value, []);
}

function findAnyBrace(value: string): string | undefined {
  return /[{}]/.test(value)
    ? "tem chaves, que não funcionam neste texto. Escreva o valor, sem chaves."
    : undefined;
}

/**
 * How many letters fit, measured in Chromium with the page of the specification. At 360 px a headline of 52 letters
 * leaves the top of the button within 640 px, and one of 70 within 690 px, which is what the bars of a browser leave of
 * a usual phone. A button of 60 capitals has three lines.
 */
export const maxLetters = { headlineOnSmallPhone: 52, headline: 70, button: 60 };

/** At 320 px a word of 16 small letters fits into the line of the headline; a capital is wider. */
const maxHeadlineWord = 15;
const capitalWidth = 1.4;

/** The words of a button. */
export const buttonText = shortText(
  notLonger(maxLetters.button, "o botão passa de três linhas num celular"),
);

/** The headline of the first screen. */
export const headlineText = shortText(
  notLonger(maxLetters.headline, "o botão sai da primeira tela de um celular"),
  findTooLongWord,
);

/** How many letters visitors see: names in braces count as long as their values usually are. */
export function shownLength(text: string): number {
  return withSampleValues(text).length;
}

function notLonger(max: number, effect: string): FindProblem<string> {
  return (text) => {
    const length = shownLength(text);
    return length > max
      ? `tem ${length} letras. Escreva no máximo ${max}: com mais, ${effect}.`
      : undefined;
  };
}

function findTooLongWord(text: string): string | undefined {
  const word = withSampleValues(text)
    .split(/[\s-]/)
    .find((one) => widthOf(one) > maxHeadlineWord);
  return (
    word && `tem a palavra "${word}", que não cabe num celular pequeno. Escreva uma mais curta.`
  );
}

/** The width of a word in small letters. */
function widthOf(word: string): number {
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  return word.length + capitals * (capitalWidth - 1);
}

function withSampleValues(text: string): string {
  return text.replaceAll("{date}", "11 de novembro").replaceAll(/\{\w+\}/g, "300 mil");
}

/** What is wrong with the braces of a text that may hold the given names besides those for every text. */
function findBraceProblem(text: string, ownNames: readonly string[]): string | undefined {
  const names: readonly string[] = [...ownNames, ...namesEverywhere];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].filter(
    ([, name = ""]) => !names.includes(name),
  );
  if (unknown.length > 0)
    return unknown.map(([whole, name = ""]) => describeUnknown(whole, name, names)).join(" E ");
  const rest = text.replaceAll(/\{[^{}]*\}/g, "");
  return /[{}]/.test(rest)
    ? "tem uma chave sem par. Um nome entre chaves se escreve assim: {date}."
    : undefined;
}

/** Says which of the names a text lacks, although the page needs it there. */
function findMissingName(text: string, names: readonly string[]): string | undefined {
  const missing = names.find((name) => !text.includes(`{${name}}`));
  return missing && `precisa ter {${missing}} no texto: a página põe ali o valor verdadeiro.`;
}

function describeUnknown(whole: string, name: string, names: readonly string[]): string {
  if (namesOfOnePlace.includes(name))
    return `tem ${whole}, que não funciona neste texto. Apague ${whole}.`;
  const guess = guessName(name, names);
  return guess
    ? `tem ${whole}, que não existe. Escreva {${guess}}.`
    : `tem ${whole}, que não existe. Os nomes entre chaves são ${names.map((one) => `{${one}}`).join(", ")}.`;
}

function guessName(name: string, names: readonly string[]): string | undefined {
  const plain = name.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  const guess = guesses[plain];
  return guess !== undefined && names.includes(guess) ? guess : nearest(name.trim(), names);
}
