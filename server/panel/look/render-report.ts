import { html } from "hono/html";
import { report as phrases } from "#phrases/panel/report.ts";
import type { Report } from "#server/figures/figures.ts";
import { type Html, wholePage } from "./panel-document.ts";
import { lagTable } from "./parts/lag-table.ts";
import { pageHealth } from "./parts/page-health.ts";
import { minuteChart, numbers, sourceBars } from "./parts/sign-ups.ts";
import { stepTables } from "./parts/steps.ts";
import styles from "./report.css?inline";
import { writeDay, writeHour, writeMoment } from "./writing.ts";

/** One page that needs no other file and no connection: for a meeting, or to keep. */
export function renderReport(report: Report): string {
  const { event, since } = report;
  const title = event ? phrases.night(writeDay(event.start)) : phrases.day(writeDay(since));
  const body = html`<main class="panel panel--report">
${head(report, title)}
${numbers(phrases.numbers, reportNumbers(report))}
${minuteChart(phrases.byMinute, report.byMinute, report.event)}
${sourceBars(report.bySource)}
${stepTables([{ steps: report.steps }])}
${lagTable(report.lag, report.lags)}
${pageHealth(report.pages)}
</main>`;
  return wholePage({ title: `${title} | ${phrases.name}`, body, style: styles.trim() });
}

function head({ since, to, event, madeAt }: Report, title: string): Html {
  return html`<header class="verdict lit" data-state="fine">
<p class="verdict__name">${phrases.name}</p>
<h1 class="verdict__title">${title}</h1>
<p>${event && phrases.event(writeHour(event.start), writeHour(event.end))} ${phrases.span(writeMoment(since), writeMoment(to))}</p>
<p class="verdict__renewal">${phrases.madeAt(writeMoment(madeAt))}</p>
</header>`;
}

function reportNumbers({ signUps, people, byMinute, steps }: Report) {
  const best = Math.max(0, ...byMinute.map((minute) => minute.signUps));
  return [
    { name: phrases.signUps, value: signUps },
    { name: phrases.people, value: people },
    { name: phrases.bestMinute, value: best },
    { name: phrases.views, value: steps.find(({ step }) => step === "view")?.count ?? 0 },
  ];
}
