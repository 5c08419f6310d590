import { controlCharacters } from "#lead/lead.ts";

/** Changes a name or a value so that ActiveCampaign, mail programs and browsers treat it as plain text. */
export function safeText(text: string): string {
  const plain = text
    .replace(controlCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(inLinks, "$& ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, maxCharacters).join("").trim();
}

/**
 * Characters that ActiveCampaign or HTML would interpret, each with a similar-looking character that means nothing to
 * either. ActiveCampaign's e-mails are HTML, and in everything that it sends it replaces `%EMAIL%` and interprets `%IF
 * …%`, also inside a text that was filled in.
 */
const lookalikes = new Map([
  ["%", "\uff05"],
  ["<", "\u2039"],
  [">", "\u203a"],
  ["{", "("],
  ["}", ")"],
]);

/**
 * Mail programs make a link of a URL with a scheme, and of every word with a dot in it, so a space is added after the
 * colon or the dot. Names have dots after initials and titles ("J.R. Silva", "Dr.Ana"): after the dot of an initial no
 * space is added.
 */
const inLinks = /:(?=[/\\])|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])(?!\p{L}(?:[.\s]|$))/gu;

/**
 * The most code points of a text: longer than a person's name, and short enough that ActiveCampaign refuses no import
 * because of it.
 */
const maxCharacters = 100;
