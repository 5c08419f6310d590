import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * Returns the number in E.164 (`+5511987654321`), or nothing if it cannot be read: no lead is refused for its phone.
 * A number abroad needs `+` or `00`. Without them it may be a Brazilian one with a digit too few, and a wrong number
 * would reach another person.
 */
export function readWhatsapp(typed: string): string | undefined {
  const text = beginningOf(typed);
  const whole = readFirst([withPlus(text), text, withoutCarrierMark(text), bare(text)]);
  return whole ?? withNinthDigit(text) ?? readFirst(numbersIn(text));
}

/** Enough for two numbers and some words. The library reads 60 characters in 0.2 ms, but a whole request of digits in 20 ms. */
const maxReadLength = 60;
const maxNumbers = 4;

const betweenNumbers = /[/;,|]|\p{L}+/u;

/** Leaves out a number that the limit cuts in two: half of it could be the number of another person. */
function beginningOf(typed: string): string {
  if (typed.length <= maxReadLength) return typed;
  return typed.slice(0, maxReadLength).replace(/[^/;,|\p{L}]*$/u, "");
}

function numbersIn(text: string): string[] {
  const pieces = text.split(betweenNumbers).filter((piece) => /\p{Nd}/u.test(piece));
  return pieces.slice(0, maxNumbers);
}

function readFirst(spellings: string[]): string | undefined {
  for (const spelling of spellings) {
    const phone = parse(spelling);
    if (phone?.isValid()) return phone.number;
  }
  return undefined;
}

/** Needs the full metadata: with the small one a Brazilian number without area code counts as valid. */
function parse(spelling: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(spelling, "BR");
}

/** In Brazil a carrier code follows `00`: the library would read `0055…`, which people do write, as carrier 55. */
function withPlus(typed: string): string {
  return typed.replace(/^\D*0\D?0/, "+");
}

/** `0xx11` is an older way to write that any carrier may be used. */
function withoutCarrierMark(typed: string): string {
  return typed.replace(/^(\D*0)\s*(?:xx|\*\*)/i, "$1");
}

/** For `+11 98765-4321` or `00 11 …`: it looks like a foreign number, but no country has that code. */
function bare(typed: string): string {
  return typed.replace(/^[^\d+]*[+0\s]+/, "");
}

/** Mobile numbers had eight digits until 2016, and some people still write them so (Anatel, Resolução 553/2010). */
function withNinthDigit(typed: string): string | undefined {
  const phone = parse(bare(typed));
  if (phone?.countryCallingCode !== "55") return undefined;
  const [, area, old] = /^(\d\d)([6-9]\d{7})$/.exec(phone.nationalNumber) ?? [];
  // A number that begins with 9 may be a present one with a digit too few: its groups tell which.
  if (old?.startsWith("9") && !/\b9\d{3}\W\d{4}\D*$/.test(typed)) return undefined;
  return old && readFirst([`+55${area}9${old}`]);
}
