import { readWhatsapp } from "#lead/whatsapp.ts";
import { find as phrases } from "#phrases/commands/find.ts";
import { type Misused, misused } from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import type { SearchedPerson } from "#server/store/leads/leads.ts";

/** What the operator looks for: one e-mail, or all people with a phone number or a part of a name. */
export type Search =
  | { kind: "email"; email: string }
  | { kind: "several"; fits: (person: SearchedPerson) => boolean; noMatch: string };

/** The last digits of a phone number that every spelling has: without country, area and the ninth digit. */
const minDigits = 8;
const minLetters = 2;

export function readSearch(text: string): Search | Misused {
  if (text.includes("@")) return { kind: "email", email: text };
  const shown = escapeForTerminal(text);
  if (/\p{L}/u.test(text)) {
    const words = fold(text).split(/\s+/);
    if (fold(text).length < minLetters) return misused(phrases.nameTooShort(shown));
    const fits = ({ name }: SearchedPerson) => hasWords(name, words);
    return { kind: "several", fits, noMatch: phrases.noName(shown) };
  }
  if (digitsOf(text).length < minDigits) return misused(phrases.phoneTooShort(shown, minDigits));
  // A number without its country may be Brazilian or not, so it is looked for as it is written too.
  const numbers = [readWhatsapp(text) ?? text, text].map(withoutZeros);
  // What is left of a text of many zeros would fit many people; as it is written, such a text fits only a few.
  const spellings = [...numbers.filter(isLong), digitsOf(text)];
  const fits = (person: SearchedPerson) => spellings.some((wanted) => hasPhone(person, wanted));
  return { kind: "several", fits, noMatch: phrases.noPhone(shown) };
}

function hasWords(name: string, words: readonly string[]): boolean {
  const folded = fold(name);
  return words.every((word) => folded.includes(word));
}

/** Removes accents and capital letters. Telephones write other apostrophes than keyboards do: `D’Ávila`, `D'Ávila`. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’‘´`]/g, "'")
    .toLowerCase();
}

/** One of the two may lack the country or the area, so the shorter number must be the end of the longer one. */
function hasPhone({ phone, whatsapp }: SearchedPerson, wanted: string): boolean {
  const stored = withoutZeros(phone ?? whatsapp);
  if (!isLong(stored)) return false;
  return stored.endsWith(wanted) || wanted.endsWith(stored);
}

function isLong(number: string): boolean {
  return number.length >= minDigits;
}

function withoutZeros(text: string): string {
  return digitsOf(text).replace(/^0+/, "");
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
