import { ratings } from "#lead/page-report.ts";
import { reportTable as phrases } from "#phrases/commands/report.ts";
import { names } from "#phrases/panel/names.ts";
import { running } from "#phrases/panel/running.ts";
import { byteOrderMark, csvLine, excelTime } from "#server/commands/printing/csv.ts";
import { timeZone } from "#server/commands/printing/text.ts";
import type { Report } from "#server/panel/figures/figures.ts";

const { parts } = phrases;
const { median, p95 } = running.delivery;

/** One number of the report, and what it counts. */
type Row = { part: string; start?: number; name: string; device?: string; number: number };

/** All numbers of the report as a table for Excel in Portuguese, with one number in each line. */
export function reportCsv(report: Report): string {
  const lines = [phrases.titles(timeZone), ...rowsOf(report).map(cells)];
  return byteOrderMark + lines.map((line) => csvLine(line, ";")).join("");
}

function rowsOf(report: Report): Row[] {
  const { signUps, people, byMinute, bySource, steps } = report;
  return [
    { part: parts.all, name: phrases.signUps, number: signUps },
    { part: parts.all, name: phrases.people, number: people },
    ...byMinute.flatMap(({ start, views, signUps }) => [
      { part: parts.minute, start, name: phrases.views, number: views },
      { part: parts.minute, start, name: phrases.signUps, number: signUps },
    ]),
    ...bySource.map(({ source, signUps }) => {
      return { part: parts.source, name: names.sources[source], number: signUps };
    }),
    ...steps.map(({ step, count }) => {
      return { part: parts.step, name: names.steps[step], number: count };
    }),
    ...steps.flatMap(({ step, ofViews }) => {
      if (ofViews === undefined) return [];
      return [{ part: parts.stepShare, name: names.steps[step], number: percent(ofViews) }];
    }),
    ...lagRows(report),
    ...pageRows(report),
  ];
}

function lagRows({ lag, lags }: Report): Row[] {
  if (lag === undefined) return [];
  return [
    { part: parts.lagSeconds, name: median, number: lag.medianMs / 1_000 },
    { part: parts.lagSeconds, name: p95, number: lag.p95Ms / 1_000 },
    ...lags.map(({ uptoMs, deliveries }, index) => {
      const aboveMs = lags[index - 1]?.uptoMs ?? 0;
      const name =
        uptoMs === undefined ? phrases.longer(aboveMs / 1_000) : phrases.upTo(uptoMs / 1_000);
      return { part: parts.lag, name, number: deliveries };
    }),
  ];
}

function pageRows({ pages }: Report): Row[] {
  return [
    ...pages.vitals.flatMap(({ vital, device, ratings: counts }) =>
      ratings.map((rating) => ({
        part: parts.vital,
        name: `${vital.toUpperCase()}: ${names.ratings[rating]}`,
        device: names.devices[device],
        number: counts[rating],
      })),
    ),
    ...pages.errors.map(({ errorClass, file, build, count }) => {
      return { part: parts.error, name: [errorClass, file, build].join(" "), number: count };
    }),
  ];
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}

/** Excel in Portuguese reads a decimal comma. */
function cells({ part, start, name, device = "", number }: Row): string[] {
  const time = start === undefined ? "" : excelTime(start);
  return [part, time, name, device, String(number).replace(".", ",")];
}
