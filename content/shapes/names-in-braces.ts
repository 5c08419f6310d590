import { nearest } from "./nearest.ts";

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

/** What is wrong with the braces of a text that may hold the given names besides those for every text. */
export function findBraceProblem(text: string, ownNames: readonly string[]): string | undefined {
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
export function findMissingName(text: string, names: readonly string[]): string | undefined {
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
