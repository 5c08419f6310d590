import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * Returns the phone number in E.164 (`+5511987654321`), or undefined if the text cannot be read; the lead is accepted
 * all the same. A number from abroad is read only with `+` or `00`: without them the text may be a Brazilian number
 * that lacks a digit, and a wrong number would reach another person.
 */
export function readWhatsapp(typed: string): string | undefined {
  const text = beginningOf(typed);
  const whole = readFirst([withPlus(text), text, withoutCarrierMark(text), bare(text)]);
  if (!letterForDigit.test(withoutCarrierMark(text)))
    return whole ?? withNinthDigit(text) ?? readFirst(numbersIn(text));
  const number = whole ?? readFirst(numbersIn(text));
  return number !== undefined && completeMobile.test(number) ? number : undefined;
}

/**
 * Finds one or two letters that touch a digit and may stand for digits: `l1987654321` means `11 98765-4321`, but its
 * digits alone are the number of another person, `19 8765-4321`. Of a text with such letters only a complete mobile
 * number is read.
 */
const letterForDigit = /(?<!\p{L})\p{L}{1,2}(?=\p{Nd})|(?<=\p{Nd})\p{L}{1,2}(?!\p{L})/u;
const completeMobile = /^\+55\d\d9\d{8}$/;

/**
 * The most characters of a typed phone number that are read: enough for two phone numbers and some words. The library
 * reads 60 characters in 0.2 ms, but needs 20 ms for a whole request full of digits.
 */
const maxReadLength = 60;
const maxNumbers = 4;

const betweenNumbers = /[/;,|]|\p{L}+/u;

/**
 * Cuts the text to the length that is read, and leaves out a phone number that the cut would divide, because half of a
 * number could be the number of another person.
 */
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

/**
 * Needs the full metadata of the library (`libphonenumber-js/max`): with the small metadata, a Brazilian number without
 * area code counts as valid.
 */
function parse(spelling: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(spelling, "BR");
}

/**
 * Replaces `00` at the beginning by `+`. In Brazil a carrier code follows `00`, so the library would take the 55 of
 * `0055…`, as some people write, for a carrier.
 */
function withPlus(typed: string): string {
  return typed.replace(/^\D*0\D?0/, "+");
}

/** Removes `xx` or `**` from an old spelling: in `0xx11`, `xx` means that the caller may use any carrier. */
function withoutCarrierMark(typed: string): string {
  return typed.replace(/^(\D*0)\s*(?:xx|\*\*)/i, "$1");
}

/**
 * Removes `+` and zeros from the beginning of Brazilian numbers like `+11 98765-4321` or `00 11 …`: such a number looks
 * foreign, but no country has the code 11.
 */
function bare(typed: string): string {
  return typed.replace(/^[^\d+]*[+0\s]+/, "");
}

/**
 * Adds the ninth digit to an old mobile number: mobile numbers had eight digits until 2016, and some people still write
 * eight (Anatel, Resolução 553/2010).
 */
function withNinthDigit(typed: string): string | undefined {
  const phone = parse(bare(typed));
  if (phone?.countryCallingCode !== "55") return undefined;
  const [, area, old] = /^(\d\d)([6-9]\d{7})$/.exec(phone.nationalNumber) ?? [];
  // A number of eight digits that begins with 9 may be an old number, or a present number that lacks a digit. Only the
  // spelling in groups, like `9876-5432`, shows that the number is old.
  if (old?.startsWith("9") && !/\b9\d{3}\W\d{4}\D*$/.test(typed)) return undefined;
  return old && readFirst([`+55${area}9${old}`]);
}
