import * as v from "valibot";
import { rule } from "./rule.ts";

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
