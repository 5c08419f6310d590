/** Replaces names in braces, like `{date}`, by their values. There is nothing to edit in this file. */
import { dates } from "./dates.ts";
import { launch } from "./launch.ts";
import { links } from "./links.ts";
import type { NameEverywhere } from "./shapes/texts.ts";

type Values = Record<string, string | number | undefined>;

const { event, guaranteeDays, access, voucher } = launch;

/** What `{date}` and `{hour}` show until the operator moves the class. */
export const planned = {
  date: dateInWords(event.month, event.day),
  hour: hourInWords(event.hour, event.minute),
};

const everywhere: Record<NameEverywhere, string | number> = {
  bonusLimit: launch.bonusLimit,
  audience: launch.audience,
  voucherPay: voucher.pay,
  voucherRedeem: voucher.redeem,
  guaranteeDays: guaranteeDays.page,
  summaryGuaranteeDays: guaranteeDays.summary,
  access: access.page === "lifetime" ? "vitalício" : `de ${years(access.page)}`,
  summaryAccess:
    access.summary === "lifetime" ? "acesso vitalício" : `${years(access.summary)} de acesso`,
  supportEmail: links.supportEmail,
  companyName: links.company.name,
  cnpj: links.company.cnpj,
};

/**
 * The words of a file of `content/` as visitors read them: `{bonusLimit}`, `{cnpj}` … are filled in from `launch.ts` and
 * `links.ts`, a number stays on one line with what it counts or names, and no line begins with a dash. `{date}` and `{hour}`
 * stay: on the page they are elements (`site/event/event-words.tsx`), and elsewhere `fill` puts in the times of the moment.
 */
export function filled<Words>(words: Words): Words;
// The annotation `@__NO_SIDE_EFFECTS__` lets the build leave filled words out of scripts that do not use these words.
/* @__NO_SIDE_EFFECTS__ */
export function filled(words: unknown): unknown {
  if (typeof words === "string") return keepTogether(fill(words, everywhere));
  if (Array.isArray(words)) return words.map((item) => filled(item));
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, filled(value)]));
}

/**
 * Replaces names in braces by the given values; a name without a value stays in the text. Use it for names whose value
 * differs from place to place, like `{number}` of a slide.
 */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function years(count: number): string {
  return count === 1 ? "1 ano" : `${count} anos`;
}

/** Also keeps a dash, or a dot between two texts, from beginning a line. */
function keepTogether(text: string): string {
  return text
    .replace(/ (?=[·–] )/g, "\u00a0")
    .replace(/(R\$|às|nº|art\.) (?=\d|\{hour\})/g, "$1\u00a0")
    .replace(/([\d}]) (?=(?:mil|dias?|anos?)\b)/g, "$1\u00a0");
}

/**
 * Writes the date without `Intl`: a phone takes a tenth of a second to load the calendar of `Intl`, and this code runs
 * before the page is interactive.
 */
export function dateInWords(month: number, day: number): string {
  const date = fill(dates.dayAndMonth, { day, month: dates.months[month - 1] ?? "" });
  return date.replaceAll(" ", "\u00a0");
}

export function hourInWords(hour: number, minute: number): string {
  return minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, "0")}`;
}
