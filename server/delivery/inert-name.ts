import { obeyedCharacters } from "#lead/obeyed-characters.ts";

/**
 * ActiveCampaign fills in `%EMAIL%` and follows `%IF …%` wherever they stand in what it sends, a name that was filled
 * in before too; and its mails are HTML. These look alike to people and mean nothing to either.
 */
const lookalikes = new Map([
  ["%", "\uff05"],
  ["<", "\u2039"],
  [">", "\u203a"],
  ["{", "("],
  ["}", ")"],
]);

/** A name as it may be sent on: nothing in it is obeyed by whoever puts it into a message. */
export function inertName(name: string): string {
  return name
    .replace(obeyedCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
