import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * The number in E.164 (`+5511987654321`), or nothing when it cannot be read: a lead is never refused for its phone.
 * None is better than a stranger's. So a number abroad needs its `+` or `00`: without them it may as well be
 * a Brazilian one with a digit too few.
 */
export function readWhatsapp(typed: string): string | undefined {
  const text = beginningOf(typed);
  const whole = readFirst([withPlus(text), text, withoutCarrierMark(text), bare(text)]);
  return whole ?? withNinthDigit(text) ?? readFirst(numbersIn(text));
}

/** Room for two numbers and some words. The library reads that much in 0.2 ms, but a whole request of digits in 20 ms. */
const longestRead = 60;
const mostNumbers = 4;

const betweenNumbers = /[/;,|]|\p{L}+/u;

/** Leaves out a number that the limit cuts in two: half of it could be the number of another person. */
function beginningOf(typed: string): string {
  if (typed.length <= longestRead) return typed;
  return typed.slice(0, longestRead).replace(/[^/;,|\p{L}]*$/u, "");
}

function numbersIn(text: string): string[] {
  const pieces = text.split(betweenNumbers).filter((piece) => /\p{Nd}/u.test(piece));
  return pieces.slice(0, mostNumbers);
}

function readFirst(spellings: string[]): string | undefined {
  for (const spelling of spellings) {
    const phone = parse(spelling);
    if (phone?.isValid()) return phone.number;
  }
  return undefined;
}

/** The full metadata is wanted: the small one takes a Brazilian number without its area code for a valid one. */
function parse(spelling: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(spelling, "BR");
}

/** In Brazil `00` is followed by a carrier: `0055…`, which people do write, would be read as carrier 55. */
function withPlus(typed: string): string {
  return typed.replace(/^\D*0\D?0/, "+");
}

/** `0xx11`: an older way to say that any carrier will do. */
function withoutCarrierMark(typed: string): string {
  return typed.replace(/^(\D*0)\s*(?:xx|\*\*)/i, "$1");
}

/** `+11 98765-4321`, `00 11 …`: what looks foreign, but no country has it. */
function bare(typed: string): string {
  return typed.replace(/^[^\d+]*[+0\s]+/, "");
}

/** Mobile numbers had eight digits until 2016, and some people still write them so (Anatel, Resolução 553/2010). */
function withNinthDigit(typed: string): string | undefined {
  const phone = parse(bare(typed));
  if (phone?.countryCallingCode !== "55") return undefined;
  const [, area, old] = /^(\d\d)([6-9]\d{7})$/.exec(phone.nationalNumber) ?? [];
  // One that begins with 9 may be of today, with a digit too few: its groups tell.
  if (old?.startsWith("9") && !/\b9\d{3}\W\d{4}\D*$/.test(typed)) return undefined;
  return old && readFirst([`+55${area}9${old}`]);
}
