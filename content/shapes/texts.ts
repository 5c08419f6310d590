import * as v from "valibot";
import { rule } from "./rule.ts";

/**
 * The names for the date and the hour of the class, which change when the class is moved. A label cannot contain these
 * names.
 */
const times = ["date", "hour"];

/** The names in braces that every text may hold: `filled.ts` replaces them by values of `launch.ts` and `links.ts`. */
const namesEverywhere = [
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

/** A text that the page shows. It may hold `{date}`, `{hour}`, and all `namesEverywhere` in braces. */
export const text = textWith();

/** A text that must also hold the names `own` in braces, which have another value in each part of the page. */
export function textWith(...own: string[]) {
  return textOf(own, [...own, ...times, ...namesEverywhere]);
}

/**
 * A text that cannot contain an HTML element, because it is an attribute, a message, or a text that a script writes.
 */
export const label = labelWith();

export function labelWith(...own: string[]) {
  return textOf(own, [...own, ...namesEverywhere]);
}

function textOf(own: string[], names: string[]) {
  return v.pipe(
    v.string(),
    rule((value) => findBlankProblem(value) ?? findBraceProblem(value, own, names)),
  );
}

/** A text without names in braces, because no code replaces names in this text by values. */
export const plainText = v.pipe(
  v.string(),
  rule((value) =>
    /[{}]/.test(value)
      ? "tem chaves, que não funcionam neste texto. Escreva o valor, sem chaves."
      : findBlankProblem(value),
  ),
);

/** A list that must hold at least one item, because for an empty list the page would show an empty area. */
export function list<Item extends v.GenericSchema>(item: Item) {
  return v.tupleWithRest([item], item);
}

export const texts = list(text);

/**
 * Finds an invisible character, often pasted from Word or from a chat. The joiner (U+200D) of two emojis is allowed.
 */
const invisible = /(?<!\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0F)\u200D|(?!\u200D)\p{Cf}/u;

function findBlankProblem(value: string): string | undefined {
  if (value.trim() === "") return "está vazio. Escreva o texto entre as aspas.";
  if (value !== value.trim()) return "começa ou termina com um espaço. Apague o espaço.";
  if (/\p{Cc}/u.test(value)) return "tem uma quebra de linha. Escreva tudo numa linha só.";
  const [code] = /\uFFFD|&#?\w+;/.exec(value) ?? [];
  if (code) return `tem ${code} no lugar de um sinal. Escreva o próprio sinal, e salve em UTF-8.`;
  const before = value.slice(0, Math.max(0, value.search(invisible))).slice(-25);
  if (!invisible.test(value)) return undefined;
  return `tem um sinal que não se vê depois de “${before}”. Apague esse trecho e escreva-o de novo à mão.`;
}

/**
 * The most letters of a text, measured in Chromium with the page of the specification. At a width of 360 px the first
 * button begins within 640 px below a headline of 52 letters, and within 690 px below a headline of 70: a usual phone
 * shows 690 px between the bars of its browser. A button of 60 capitals has three lines.
 */
export const maxLetters = { headlineOnSmallPhone: 52, headline: 70, button: 60 };

export const headlineText = shortText(maxLetters.headline);
export const buttonText = shortText(maxLetters.button);

function shortText(max: number) {
  return v.pipe(
    text,
    rule((value) =>
      shownLength(value) > max
        ? `tem ${shownLength(value)} letras. Escreva no máximo ${max}.`
        : undefined,
    ),
  );
}

/** How many letters visitors see: a name in braces counts as many letters as its value usually has. */
export function shownLength(value: string): number {
  return value.replaceAll("{date}", "11 de novembro").replaceAll(/\{\w+\}/g, "300 mil").length;
}

/** Returns what is wrong with the braces of a text that must hold all names in `own`, and may hold all `names`. */
function findBraceProblem(value: string, own: string[], names: string[]): string | undefined {
  const braces = [...value.matchAll(/\{([^{}]*)\}/g)];
  const unknown = braces.find(([, name = ""]) => !names.includes(name));
  if (unknown) {
    const [whole, name = ""] = unknown;
    const right = nearest(name.trim(), names) ?? names.join("}, {");
    return `tem ${whole}, que não funciona neste texto. Escreva {${right}}, ou apague ${whole}.`;
  }
  if (/[{}]/.test(value.replaceAll(/\{[^{}]*\}/g, "")))
    return "tem uma chave sem par. Escreva um nome entre chaves assim: {date}.";
  const missing = own.find((name) => !value.includes(`{${name}}`));
  return missing && `precisa ter {${missing}} no texto: a página põe ali o valor verdadeiro.`;
}

/** The name that differs least from the misspelt name, or undefined if all names differ too much. */
export function nearest(misspelt: string, names: readonly string[]): string | undefined {
  const wanted = misspelt.toLowerCase();
  const far = Math.max(2, Math.ceil(misspelt.length / 3)) + 1;
  const [best] = names
    .map((name) => ({ name, distance: distanceBetween(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance < Math.min(far, misspelt.length))
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** How many letters must be added, removed or replaced to make one word from the other (Levenshtein distance). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
