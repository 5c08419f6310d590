import { html } from "hono/html";
import { minuteMs } from "#event/time-zone.ts";
import { byteOrderMark, csvLine, excelTime } from "#server/command-line/csv.ts";
import { formatCount, timeZone } from "#server/command-line/text.ts";
import type { Report } from "#server/figures/figures.ts";
import {
  names,
  writeDay,
  writeDuration,
  writeHour,
  writeMoment,
  writeShare,
} from "#server/panel/format.ts";
import rules from "#server/panel/panel.css?inline";
import {
  bar,
  factList,
  type Html,
  lagFact,
  largeNumbers,
  section,
  sourceSection,
  stepCharts,
  stepSection,
  table,
  wholePage,
} from "#server/panel/parts.ts";
import fonts from "./report-fonts.css?inline";

const name = "Relatório da Black AHSD";

/** The report of a night as one page that needs no other file and no connection: for a meeting, or to keep. */
export function reportPage(report: Report): string {
  const {
    event,
    since,
    to,
    madeAt,
    signUps,
    people,
    entered,
    steps,
    allSteps,
    byMinute,
    bySource,
  } = report;
  const title = event ? `A noite de ${writeDay(event.start)}` : `O dia ${writeDay(since)}`;
  const hours = event && `A aula foi das ${writeHour(event.start)} às ${writeHour(event.end)}.`;
  const numbers = largeNumbers([
    { name: signUpsName, value: formatCount(signUps) },
    { name: "Pessoas novas", value: formatCount(people) },
    { name: enteredName, value: formatCount(entered) },
    {
      name: "No minuto mais cheio",
      value: formatCount(Math.max(0, ...byMinute.map((minute) => minute.signUps))),
    },
    {
      name: "Páginas vistas",
      value: formatCount(steps.find(({ step }) => step === "view")?.count ?? 0),
    },
  ]);
  const body = html`<main class="panel column">
<header class="arrivals column lit">
<p>${name}</p>
<h1>${title}</h1>
<p>${hours} Período: ${writeMoment(since)} a ${writeMoment(to)}.</p>
<p class="note">Relatório feito em ${writeMoment(madeAt)}. Não há nele nenhum dado pessoal.</p>
</header>
${section("numbers", "Em números", numbers)}
${section("minutes", "Por minuto", stepCharts({ slices: byMinute, sliceMs: minuteMs, event }))}
${sourceSection(bySource)}
${stepSection([
  { name: "No período", steps },
  { name: "No total", steps: allSteps },
])}
${lagSection(report)}
</main>`;
  return wholePage({ title: `${title} | ${name}`, body, style: `${fonts}${rules}`.trim() });
}

/** How long leads took to ActiveCampaign, and how many of them took how long. */
function lagSection({ lag, lags }: Report): Html {
  const all = lags.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const rows = lags.map(({ uptoMs, aboveMs, deliveries }) => ({
    head:
      uptoMs === undefined ? `mais de ${writeDuration(aboveMs)}` : `até ${writeDuration(uptoMs)}`,
    bar: bar(deliveries / all),
    numbers: [formatCount(deliveries), writeShare(deliveries / all)],
  }));
  const times = all > 0 && table({ columns: ["Tempo", "Entregas", "Parte"], rows });
  return section(
    "lag",
    "Da inscrição até o ActiveCampaign",
    html`${factList([lagFact(lag)])}${times}`,
  );
}

const titles = ["Assunto", `Início (horário de ${timeZone})`, "Nome", "Número"];
const signUpsName = "Inscrições";
const enteredName = "Entradas na aula";

/** One number of the report, and what it counts. */
type Row = { part: string; start?: number; name: string; number: number };

/** All numbers of the report as a table for Excel in Portuguese, with one number in each line. */
export function reportCsv(report: Report): string {
  const lines = [titles, ...rowsOf(report).map(cells)];
  return byteOrderMark + lines.map((line) => csvLine(line, ";")).join("");
}

function rowsOf(report: Report): Row[] {
  const { signUps, people, entered, byMinute, bySource, steps, lag, lags } = report;
  const lagPart = "Tempo de entrega em segundos";
  return [
    { part: "No total", name: signUpsName, number: signUps },
    { part: "No total", name: "Pessoas novas", number: people },
    { part: "No total", name: enteredName, number: entered },
    ...byMinute.flatMap(({ start, views, signUps, groupPresses, entered }) => [
      { part: "Por minuto", start, name: "Páginas vistas", number: views },
      { part: "Por minuto", start, name: signUpsName, number: signUps },
      { part: "Por minuto", start, name: names.steps["group-press"], number: groupPresses },
      { part: "Por minuto", start, name: enteredName, number: entered },
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
    ...(lag === undefined
      ? []
      : [
          { part: lagPart, name: names.lag.median, number: lag.medianMs / 1_000 },
          { part: lagPart, name: names.lag.p95, number: lag.p95Ms / 1_000 },
          ...lags.map(({ uptoMs, aboveMs, deliveries }) => {
            const limit =
              uptoMs === undefined ? `mais de ${aboveMs / 1_000}` : `até ${uptoMs / 1_000}`;
            return { part: "Entregas por tempo", name: `${limit} segundos`, number: deliveries };
          }),
        ]),
  ];
}

/** Excel in Portuguese reads a decimal comma. */
function cells({ part, start, name, number }: Row): string[] {
  const time = start === undefined ? "" : excelTime(start);
  return [part, time, name, String(number).replace(".", ",")];
}
