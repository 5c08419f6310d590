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
    /**
     * The duration of the event in the calendar entry. The owner must confirm it, because the real duration is not
     * known.
     */
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
   * As specified, the guarantee and the access in the summary of the offer differ from the rest of the page, and the
   * terms repeat both values. Choose one value for both places, or keep the difference knowingly: while the values
   * differ, `npm run leads -- doctor` says so.
   */
  guaranteeDays: { page: 7, summary: 15 },
  /**
   * How long buyers have access: "lifetime", or a number of years. The number is 2 or more, because the texts use the
   * plural "anos".
   */
  access: { page: "lifetime", summary: 5 },
  voucher: { pay: "R$ 50", redeem: "R$ 300" },
  bonusLimit: 100,
  audience: "300 mil",
  popupDelayMs: 5_000,
  floatingCtaScrollPx: 300,
  /** Whether the form in the page sends the lead with its consent. `false`, as specified: the form sends nothing. */
  inPageFormSends: false,
} as const satisfies Launch;
