import * as v from "valibot";
import { address } from "./links.ts";
import { type FindProblem, rule, ruleAt } from "./rule.ts";
import { filledList, plainText } from "./texts.ts";

/** A whole number between two limits; `what` says in the sentence about a wrong one what to write, such as “o dia”. */
export function wholeNumber({ min, max, what }: { min: number; max: number; what: string }) {
  return v.pipe(
    v.number(),
    rule((value) =>
      Number.isInteger(value) && value >= min && value <= max
        ? undefined
        : `é ${inWords(value)}. Escreva ${what}, de ${inWords(min)} a ${inWords(max)}.`,
    ),
  );
}

/** A number as Brazilians write it: `0,5`. */
function inWords(value: number): string {
  return String(value).replace(".", ",");
}

const findPriceProblem: FindProblem<string> = (value) => {
  if (/^R\$[ \u00a0](\d{1,3}(\.\d{3})*)(,\d{2})?$/.test(value)) return undefined;
  return `é "${value}". Escreva o preço assim: ${suggestPrice(value) ?? "R$ 5.968,00 ou R$ 50"}.`;
};

/** A price as Brazilians write it: `R$ 5.968,00` or `R$ 50`. */
export const price = v.pipe(
  v.string('deve ser um preço entre aspas, assim: "R$ 50".'),
  rule(findPriceProblem),
);

/** Writes the price that was probably meant, if the reals and the cents can be told apart. */
function suggestPrice(value: string): string | undefined {
  const [, reals, cents = ""] =
    /^(?:R\$)?\s*(\d{1,3}(?:[.\s]?\d{3})*)([,.]\d{2})?$/i.exec(value.trim()) ?? [];
  if (reals === undefined) return undefined;
  const digits = reals.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  return `R$ ${digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ".")}${cents.replace(".", ",")}`;
}

/** An earlier or later year is a slip of the pen. */
const years = { min: 2025, max: 2100 };

/** Brazilian law lets everybody who buys at a distance withdraw for 7 days (art. 49 of the CDC). */
const guarantee = { min: 7, max: 365 };

const year = v.pipe(
  v.union(
    [v.literal("next"), v.number()],
    'deve ser "next" (o próximo) ou um ano sem aspas, como 2027.',
  ),
  rule((value) =>
    value === "next" || isWithin(value, years)
      ? undefined
      : `é ${inWords(value)}. Escreva "next" (o próximo) ou um ano de ${years.min} a ${years.max}.`,
  ),
);

const timeZone = v.pipe(
  v.string(),
  rule((name) =>
    isTimeZone(name)
      ? undefined
      : `é "${name}", que não é um fuso. O de Brasília é "America/Sao_Paulo".`,
  ),
);

/** How long buyers have access; a number is years. */
const access = v.pipe(
  v.union(
    [v.literal("lifetime"), v.number()],
    'deve ser "lifetime" (vitalício) ou um número de anos sem aspas, como 5.',
  ),
  rule((value) =>
    value === "lifetime" || isWithin(value, { min: 1, max: 99 })
      ? undefined
      : `é ${inWords(value)}. Escreva "lifetime" (vitalício) ou um número de anos, de 1 a 99.`,
  ),
);

const guaranteeDays = v.pipe(
  v.number(),
  rule((days) =>
    isWithin(days, guarantee)
      ? undefined
      : `é ${inWords(days)}. Escreva os dias de garantia, de ${guarantee.min} (o mínimo da lei) a ${guarantee.max}.`,
  ),
);

/** The recording of the class, and for how many days after the class it can be watched. */
const replay = v.union(
  [
    v.literal("none"),
    v.strictObject({
      address,
      days: wholeNumber({ min: 1, max: 365, what: "por quantos dias a gravação fica no ar" }),
    }),
  ],
  'deve ser "none" (sem gravação) ou um grupo como { address: "https://…", days: 3 }.',
);

/** Half a second is `0.5` in the file, as JavaScript writes it. */
const popupDelaySeconds = v.pipe(
  v.number(),
  rule((seconds) =>
    seconds >= 0 && seconds <= 600
      ? undefined
      : `é ${inWords(seconds)}. Escreva os segundos, de 0 a 600.`,
  ),
);

export const launchShape = v.strictObject({
  event: v.pipe(
    v.strictObject({
      month: wholeNumber({ min: 1, max: 12, what: "o mês em números" }),
      day: wholeNumber({ min: 1, max: 31, what: "o dia" }),
      hour: wholeNumber({ min: 0, max: 23, what: "a hora" }),
      minute: wholeNumber({ min: 0, max: 59, what: "os minutos" }),
      timeZone,
      /** The year of the event: "next" means the next date with the event's day and month, a number means that year. */
      year,
      durationMinutes: wholeNumber({ min: 1, max: 1_440, what: "a duração em minutos" }),
      /** How long before the start the room opens. */
      doorsMinutes: wholeNumber({
        min: 0,
        max: 1_440,
        what: "quantos minutos antes da aula a sala abre",
      }),
      /** How long the page speaks of an event that is over before it announces the next one: far less than a year. */
      daysAfter: wholeNumber({
        min: 0,
        max: 180,
        what: "por quantos dias a página ainda fala da aula",
      }),
      replay,
    }),
    ruleAt("day", (event) => findDateProblem(event)),
    ruleAt("replay", ({ year: which, replay: recording, daysAfter }) =>
      which === "next" && recording !== "none" && recording.days > daysAfter
        ? `fica no ar por ${recording.days} dias, mas depois de ${daysAfter} a página anuncia a próxima aula. Escreva em "daysAfter" ${recording.days} ou mais.`
        : undefined,
    ),
  ),
  /** The currency sign in front of a price that is not shown yet. */
  currency: plainText,
  anchorPrices: filledList(v.strictObject({ what: plainText, price })),
  /** The guarantee in days: `page` is what the page says, `summary` what the summary of the offer says. */
  guaranteeDays: v.strictObject({ page: guaranteeDays, summary: guaranteeDays }),
  access: v.strictObject({ page: access, summary: access }),
  voucher: v.strictObject({ pay: price, redeem: price }),
  bonusLimit: wholeNumber({ min: 1, max: 999_999, what: "o limite de compras" }),
  audience: plainText,
  popupDelaySeconds,
  floatingCtaScrollPx: wholeNumber({ min: 0, max: 10_000, what: "a distância em pixels" }),
  /** Whether the form in the page sends the lead with its consent. `false`, as specified: the form sends nothing. */
  inPageFormSends: v.boolean(),
});

export type Launch = v.InferOutput<typeof launchShape>;

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

type EventDate = { year: number | "next"; month: number; day: number };

const months = [
  { name: "janeiro", days: 31 },
  { name: "fevereiro", days: 29 },
  { name: "março", days: 31 },
  { name: "abril", days: 30 },
  { name: "maio", days: 31 },
  { name: "junho", days: 30 },
  { name: "julho", days: 31 },
  { name: "agosto", days: 31 },
  { name: "setembro", days: 30 },
  { name: "outubro", days: 31 },
  { name: "novembro", days: 30 },
  { name: "dezembro", days: 31 },
];

/** Says why there is no such day. A wrong month, and a day after the 31st, have rules of their own. */
const findDateProblem: FindProblem<EventDate> = ({ year, month, day }) => {
  const { name, days } = months[month - 1] ?? { name: "", days: 31 };
  if (day > 31 || (day <= days && !(month === 2 && day === 29))) return undefined;
  if (day > days) return `é ${day}, mas ${name} tem ${month === 2 ? "28 ou 29" : days} dias.`;
  if (year === "next")
    return 'é 29, mas nem todo ano tem 29 de fevereiro. Escreva em "year" o ano, como 2028.';
  return isLeapYear(year) ? undefined : `é 29, mas em ${year} fevereiro tem 28 dias.`;
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("pt-BR", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
