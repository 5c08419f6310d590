import * as v from "valibot";
import { type FindProblem, rule } from "./rule.ts";
import { plainText, textWith } from "./texts.ts";

export const datesShape = v.strictObject({
  dayAndMonth: textWith("day", "month"),
  months: names(12, "meses"),
  weekdays: names(7, "dias da semana"),
});

function names(count: number, what: string) {
  return v.pipe(
    v.array(plainText),
    rule(({ length }) =>
      length === count ? undefined : `tem ${length} nomes. Escreva os ${count} ${what}.`,
    ),
  );
}

export type Dates = v.InferOutput<typeof datesShape>;

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
export const findDateProblem: FindProblem<EventDate> = ({ year, month, day }) => {
  const { name, days } = months[month - 1] ?? { name: "", days: 31 };
  if (day > 31 || (day <= days && !(month === 2 && day === 29))) return undefined;
  if (day > days) return `é ${day}, mas ${name} tem ${month === 2 ? "28 ou 29" : days} dias.`;
  if (year === "next")
    return 'é 29, mas nem todo ano tem 29 de fevereiro. Escreva em "year" o ano, como 2028.';
  return isLeapYear(year) ? undefined : `é 29, mas em ${year} fevereiro tem 28 dias.`;
};

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("pt-BR", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
