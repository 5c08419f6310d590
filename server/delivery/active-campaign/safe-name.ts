import { controlCharacters } from "#lead/control-characters.ts";

/**
 * ActiveCampaign replaces `%EMAIL%` and interprets `%IF …%` in everything that it sends, also inside a name that was filled
 * in, and its e-mails are HTML. These characters look similar to people and mean nothing to either.
 */
const lookalikes = new Map([
  ["%", "\uff05"],
  ["<", "\u2039"],
  [">", "\u203a"],
  ["{", "("],
  ["}", ")"],
]);

/**
 * Mail programs make a link of an address with a scheme, and of every word with a dot in it. Names have dots after initials
 * and titles ("J.R. Silva", "Dr.Ana"), so a space is added after the dot, but not after the dot of an initial.
 */
const inLinks = /:(?=[/\\])|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])(?!\p{L}(?:[.\s]|$))/gu;

/** In code points. Longer than a person's name, and short enough that no import is refused for it. */
const maxCharacters = 100;

/** Changes a name so that ActiveCampaign, mail programs and browsers treat it as plain text. */
export function safeName(name: string): string {
  const plain = name
    .replace(controlCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(inLinks, "$& ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, maxCharacters).join("").trim();
}
