import type { Launch } from "./shape.ts";

/** The event and its numbers. The date, the limits and the promises of the page are written only here. */
export const launch = {
  event: {
    month: 11,
    day: 11,
    hour: 20,
    minute: 0,
    timeZone: "America/Sao_Paulo",
    year: "next",
    /** For the calendar entry. The owner must confirm it: the real duration is not known. */
    durationMinutes: 120,
  },
  currency: "R$",
  anchorPrices: [
    { what: "1 curso", price: "R$ 597,00" },
    { what: "Todos os cursos por 1 ano", price: "R$ 5.968,00" },
    { what: "Todos os cursos por 5 anos", price: "R$ 29.840,00" },
    { what: "Todos os cursos por 10 anos", price: "R$ 59.680,00" },
  ],
  /**
   * As specified, the summary of the offer promises something else than the rest of the page, and the terms repeat both.
   * Choose one for both places, or leave them knowingly: while they differ, `npm run leads -- doctor` says so.
   */
  guaranteeDays: { page: 7, summary: 15 },
  /** "lifetime", or a number of years: 2 or more, since the texts say "anos". */
  access: { page: "lifetime", summary: 5 },
  voucher: { pay: "R$ 50", redeem: "R$ 300" },
  bonusLimit: 100,
  audience: "300 mil",
  popupDelayMs: 5_000,
  floatingCtaScrollPx: 300,
  /** As specified, the form in the page sends nothing. `true` sends the lead with its consent. */
  inPageFormSends: false,
} as const satisfies Launch;
