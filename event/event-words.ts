import { dates } from "#content/dates.ts";
import { launch } from "#content/launch.ts";

const words: Record<string, string> = {
  date: dateInWords(launch.event.month, launch.event.day),
  hour: hourInWords(launch.event.hour, launch.event.minute),
  bonusLimit: String(launch.bonusLimit),
  audience: launch.audience,
  voucherPay: launch.voucher.pay,
  voucherRedeem: launch.voucher.redeem,
};

/**
 * Fills `{date}`, `{hour}` … of a text from `content/launch.ts`, so that no date is
 * written twice, and keeps a number on the line of what it counts or names.
 */
export function inWords(text: string, more: Record<string, string | number> = {}): string {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(more[name] ?? words[name] ?? whole),
  );
  return filled
    .replace(/(R\$|às|nº|art\.) (?=\d)/g, "$1\u00a0")
    .replace(/(\d) (?=(?:mil|dias?|anos?)\b)/g, "$1\u00a0");
}

/** Not by `Intl`: a phone takes a tenth of a second to fetch its calendar, and this runs as the page wakes. */
function dateInWords(month: number, day: number): string {
  const filled = dates.dayAndMonth
    .replace("{day}", String(day))
    .replace("{month}", dates.months[month - 1] ?? "");
  return filled.replaceAll(" ", "\u00a0");
}

function hourInWords(hour: number, minute: number): string {
  return minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, "0")}`;
}
