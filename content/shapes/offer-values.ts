import * as v from "valibot";
import { type FindProblem, rule } from "./rule.ts";

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
