import * as v from "valibot";
import { type FindProblem, rule } from "./rule.ts";

/** A whole number between two limits; `unit` is the word after the number in the sentence about a wrong one. */
export function wholeNumber({ min, max, what }: { min: number; max: number; what: string }) {
  return v.pipe(
    v.number(),
    rule((value) =>
      Number.isInteger(value) && value >= min && value <= max
        ? undefined
        : `é ${inWords(value)}. Escreva ${what}, de ${inWords(min)} a ${inWords(max)}.`,
    ),
  );
}

/** A number as Brazilians write it: `0,5`. */
export function inWords(value: number): string {
  return String(value).replace(".", ",");
}

const findPriceProblem: FindProblem<string> = (value) => {
  if (/^R\$[ \u00a0](\d{1,3}(\.\d{3})*)(,\d{2})?$/.test(value)) return undefined;
  return `é "${value}". Escreva o preço assim: ${suggestPrice(value) ?? "R$ 5.968,00 ou R$ 50"}.`;
};

/** A price as Brazilians write it: `R$ 5.968,00` or `R$ 50`. */
export const price = v.pipe(
  v.string('deve ser um preço entre aspas, assim: "R$ 50".'),
  rule(findPriceProblem),
);

/** Writes the price that was probably meant, if the reals and the cents can be told apart. */
function suggestPrice(value: string): string | undefined {
  const [, reals, cents = ""] =
    /^(?:R\$)?\s*(\d{1,3}(?:[.\s]?\d{3})*)([,.]\d{2})?$/i.exec(value.trim()) ?? [];
  if (reals === undefined) return undefined;
  const digits = reals.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  return `R$ ${digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ".")}${cents.replace(".", ",")}`;
}
