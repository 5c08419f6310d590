import { ratings } from "#lead/page-report.ts";
import { byteOrderMark, csvLine, excelTime } from "#server/command-line/csv.ts";
import { timeZone } from "#server/command-line/text.ts";
import type { Report } from "#server/figures/figures.ts";
import { names } from "#server/panel/names.ts";

const titles = ["Assunto", `Início (horário de ${timeZone})`, "Nome", "Aparelho", "Número"];
const signUpsName = "Inscrições";

/** One number of the report, and what it counts. */
type Row = { part: string; start?: number; name: string; device?: string; number: number };

/** All numbers of the report as a table for Excel in Portuguese, with one number in each line. */
export function reportCsv(report: Report): string {
  const lines = [titles, ...rowsOf(report).map(cells)];
  return byteOrderMark + lines.map((line) => csvLine(line, ";")).join("");
}

function rowsOf(report: Report): Row[] {
  const { signUps, people, byMinute, bySource, steps, pages } = report;
  return [
    { part: "No total", name: signUpsName, number: signUps },
    { part: "No total", name: "Pessoas novas", number: people },
    ...byMinute.flatMap(({ start, views, signUps }) => [
      { part: "Por minuto", start, name: "Páginas vistas", number: views },
      { part: "Por minuto", start, name: signUpsName, number: signUps },
    ]),
    ...bySource.map(({ source, signUps }) => {
      return { part: "Inscrições por origem", name: names.sources[source], number: signUps };
    }),
    ...steps.map(({ step, count }) => {
      return { part: "Passos", name: names.steps[step], number: count };
    }),
    ...steps.flatMap(({ step, ofViews }) => {
      if (ofViews === undefined) return [];
      const percent = Math.round(ofViews * 1_000) / 10;
      const part = "Passos, em % das páginas vistas";
      return [{ part, name: names.steps[step], number: percent }];
    }),
    ...lagRows(report),
    ...pages.vitals.flatMap(({ vital, device, ratings: counts }) =>
      ratings.map((rating) => ({
        part: "Rapidez",
        name: `${vital.toUpperCase()}: ${names.ratings[rating]}`,
        device: names.devices[device],
        number: counts[rating],
      })),
    ),
    ...pages.errors.map(({ errorClass, file, build, count }) => {
      return { part: "Erros", name: [errorClass, file, build].join(" "), number: count };
    }),
  ];
}

function lagRows({ lag, lags }: Report): Row[] {
  if (lag === undefined) return [];
  const part = "Tempo de entrega em segundos";
  return [
    { part, name: names.lag.median, number: lag.medianMs / 1_000 },
    { part, name: names.lag.p95, number: lag.p95Ms / 1_000 },
    ...lags.map(({ uptoMs, deliveries }, index) => {
      const aboveMs = lags[index - 1]?.uptoMs ?? 0;
      const limit = uptoMs === undefined ? `mais de ${aboveMs / 1_000}` : `até ${uptoMs / 1_000}`;
      const name = `${limit} segundos`;
      return { part: "Entregas por tempo", name, number: deliveries };
    }),
  ];
}

/** Excel in Portuguese reads a decimal comma. */
function cells({ part, start, name, device = "", number }: Row): string[] {
  const time = start === undefined ? "" : excelTime(start);
  return [part, time, name, device, String(number).replace(".", ",")];
}
