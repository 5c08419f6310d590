import * as v from "valibot";
import { address } from "./links.ts";
import { rule } from "./rule.ts";
import { plainText } from "./texts.ts";

function number(min: number, max: number) {
  const right = ({ input }: { input: number }) =>
    `é ${input}. Escreva um número de ${min} a ${max}.`;
  return v.pipe(v.number(), v.minValue(min, right), v.maxValue(max, right));
}

function wholeNumber(min: number, max: number) {
  const message = ({ input }: { input: number }) => `é ${input}. Escreva um número inteiro.`;
  return v.pipe(number(min, max), v.integer(message));
}

/** The shape of a value that is either the given word, such as "next", or a whole number. */
function wordOrNumber<const Word extends string>(word: Word, [min, max]: [number, number]) {
  const right = `deve ser "${word}" ou um número sem aspas, de ${min} a ${max}.`;
  return v.union([v.literal(word), wholeNumber(min, max)], right);
}

const rightPrice = 'Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50".';

export const price = v.pipe(
  v.string(`não é um preço. ${rightPrice}`),
  v.regex(/^R\$[ \u00a0]\d{1,3}(\.\d{3})*(,\d{2})?$/, ({ input }) => `é "${input}". ${rightPrice}`),
);

const timeZone = v.pipe(
  v.string(),
  v.values(
    Intl.supportedValuesOf("timeZone"),
    ({ input }) => `é "${input}", que não é um fuso. Escreva "America/Sao_Paulo".`,
  ),
);

/** How long buyers have access to what they bought: "lifetime", or a number of years. */
const access = wordOrNumber("lifetime", [1, 99]);
/** For how many days buyers can withdraw: Brazilian law demands 7 for purchases at a distance (art. 49 of the CDC). */
const guaranteeDays = wholeNumber(7, 365);

/** The address of the recording of the class, and for how many days after the class it can be watched. */
const replay = v.union(
  [v.literal("none"), v.strictObject({ address, days: wholeNumber(1, 365) })],
  'deve ser "none" (sem gravação) ou um grupo como { address: "https://…", days: 3 }.',
);

const event = v.strictObject({
  month: wholeNumber(1, 12),
  day: wholeNumber(1, 31),
  hour: wholeNumber(0, 23),
  minute: wholeNumber(0, 59),
  timeZone,
  /** "next" means the next date with this day and month. A year before 2025 or after 2100 must be a typing error. */
  year: wordOrNumber("next", [2025, 2100]),
  durationMinutes: wholeNumber(1, 1_440),
  /** How many minutes before the start of the class visitors can enter its room. */
  doorsMinutes: wholeNumber(0, 1_440),
  /** For how many days after its end the page shows this class, before it announces the next year's class. */
  daysAfter: wholeNumber(0, 180),
  replay,
});

/** Refuses a day that its month does not have; with the year "next" also 29 February, which most years do not have. */
function findDateProblem({ year, month, day }: v.InferOutput<typeof event>): string | undefined {
  const february = year !== "next" && year % 4 === 0 && year % 100 !== 0 ? 29 : 28;
  const days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
  if (day <= days || day > 31) return undefined;
  const leap = month === 2 ? ' Para o dia 29, escreva em "year" um ano que o tem.' : "";
  return `é ${day}, mas esse mês tem ${days} dias. Corrija o dia ou o mês.${leap}`;
}

export const launchShape = v.strictObject({
  event: v.pipe(
    event,
    rule(findDateProblem, "day"),
    rule(
      ({ year, replay: recording, daysAfter }) =>
        year === "next" && recording !== "none" && recording.days > daysAfter
          ? `fica no ar por ${recording.days} dias, mas depois de ${daysAfter} a página anuncia a próxima aula. Escreva em "daysAfter" ${recording.days} ou mais.`
          : undefined,
      "replay",
    ),
  ),
  /** The currency sign that the page shows in front of a price that is not revealed yet. */
  currency: plainText,
  /** The days of the guarantee: `summary` in the summary of the offer, `page` in the other texts of the page. */
  guaranteeDays: v.strictObject({ page: guaranteeDays, summary: guaranteeDays }),
  access: v.strictObject({ page: access, summary: access }),
  voucher: v.strictObject({ pay: price, redeem: price }),
  bonusLimit: wholeNumber(1, 999_999),
  audience: plainText,
  popupDelaySeconds: number(0, 600),
  floatingCtaScrollPx: wholeNumber(0, 10_000),
  /**
   * Whether the form in the page sends the visitor's answers and consent. The specification wants `false`: this form
   * sends nothing.
   */
  inPageFormSends: v.boolean(),
});

export type Launch = v.InferOutput<typeof launchShape>;
