import { slips } from "#phrases/content/slips.ts";

/** What is wrong with a number as it is written: JavaScript reads `1.000` as one, and `08` as no proper number. */
export function findNumberSlip(written: string): string | undefined {
  if (/^-?\d{1,3}(\.\d{3})+$/.test(written)) return slips.thousands(written);
  return /^0\d/.test(written) ? slips.leadingZero(written) : undefined;
}
