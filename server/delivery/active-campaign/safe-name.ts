import { controlCharacters } from "#lead/control-characters.ts";

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

/**
 * What mail programs make a link of: an address with a scheme, and every word with a dot in it. A name has dots after
 * initials and titles, "J.R. Silva" and "Dr.Ana": a blank after the dot leaves both readable, and an initial needs none.
 */
const inLinks = /:(?=[/\\])|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])(?!\p{L}(?:[.\s]|$))/gu;

/** In code points. Longer than a name is, and short enough that nobody's import is refused for it. */
const longestName = 100;

/** A name as it may be sent on: nothing in it is obeyed by whoever puts it into a message. */
export function safeName(name: string): string {
  const shown = name
    .replace(controlCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(inLinks, "$& ")
    .replace(/\s+/g, " ")
    .trim();
  return [...shown].slice(0, longestName).join("").trim();
}
