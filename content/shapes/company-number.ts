import * as v from "valibot";
import { rule } from "./rule.ts";

const sample = "00.000.000/0000-00";
const asWritten = /^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/;

/** A CNPJ with right check digits. Since July 2026 it may have letters; the sample is made of zeros. */
export const companyNumber = v.pipe(
  v.string(),
  rule((value) => {
    if (!asWritten.test(value))
      return `é "${value}". Escreva o CNPJ com pontos, barra e traço, assim: ${sample}.`;
    return value === sample || hasRightDigits(value)
      ? undefined
      : `é "${value}", que não é um CNPJ válido. Confira os números: os dois últimos não combinam com os outros.`;
  }),
);

function hasRightDigits(written: string): boolean {
  const signs = [...written.replaceAll(/[./-]/g, "")];
  const first = checkDigit(signs.slice(0, 12));
  const second = checkDigit([...signs.slice(0, 12), first]);
  return signs.slice(12).join("") === first + second;
}

/** A letter counts as its character code less that of the zero, as Receita Federal says. */
function checkDigit(signs: string[]): string {
  const sum = signs.reverse().reduce((total, sign, index) => {
    return total + (sign.charCodeAt(0) - "0".charCodeAt(0)) * (2 + (index % 8));
  }, 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
