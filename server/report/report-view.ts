import { html } from "hono/html";
import type { LagRow, Report } from "#server/figures/figures.ts";
import { bar } from "#server/panel/charts.ts";
import {
  writeCount,
  writeDay,
  writeDuration,
  writeHour,
  writeMoment,
  writeShare,
} from "#server/panel/format.ts";
import {
  factList,
  type Html,
  largeNumbers,
  section,
  table,
  wholePage,
} from "#server/panel/html.ts";
import rules from "#server/panel/panel.css?inline";
import fonts from "#server/panel/report-fonts.css?inline";
import {
  lagFacts,
  minuteChart,
  pageHealth,
  sourceBars,
  stepTables,
} from "#server/panel/shared-sections.ts";

const name = "Relatório da Black AHSD";

/** The report of a night as one page that needs no other file and no connection: for a meeting, or to keep. */
export function renderReport(report: Report): string {
  const { event, since, byMinute, bySource, steps, pages } = report;
  const title = event ? `A noite de ${writeDay(event.start)}` : `O dia ${writeDay(since)}`;
  const body = html`<main class="panel column">
${head(report, title)}
${numbers(report)}
${minuteChart({ title: "Por minuto", slices: byMinute, event })}
${sourceBars(bySource)}
${stepTables([{ steps }])}
${lagSection(report)}
${pageHealth(pages, "two-thirds")}
</main>`;
  return wholePage({ title: `${title} | ${name}`, body, style: `${fonts}${rules}`.trim() });
}

function head({ since, to, event, madeAt }: Report, title: string): Html {
  const hours = event && `A aula foi das ${writeHour(event.start)} às ${writeHour(event.end)}.`;
  return html`<header class="verdict column lit">
<p>${name}</p>
<h1>${title}</h1>
<p>${hours} Período: ${writeMoment(since)} a ${writeMoment(to)}.</p>
<p class="note">Relatório feito em ${writeMoment(madeAt)}. Não há nele nenhum dado pessoal.</p>
</header>`;
}

function numbers({ signUps, people, byMinute, steps }: Report): Html {
  const bestMinute = Math.max(0, ...byMinute.map((minute) => minute.signUps));
  const views = steps.find(({ step }) => step === "view")?.count ?? 0;
  return largeNumbers("Em números", [
    { name: "Inscrições", value: writeCount(signUps) },
    { name: "Pessoas novas", value: writeCount(people) },
    { name: "No minuto mais cheio", value: writeCount(bestMinute) },
    { name: "Páginas vistas", value: writeCount(views) },
  ]);
}

/** How long leads took to ActiveCampaign, and how many of them took how long. */
function lagSection({ lag, lags }: Report): Html {
  const all = lags.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const rows = lags.map(({ uptoMs, deliveries }, index) => ({
    head: tookText(uptoMs, lags[index - 1]),
    bar: bar([{ share: deliveries / all }]),
    numbers: [writeCount(deliveries), writeShare(deliveries / all)],
  }));
  const times = all > 0 && table({ columns: ["Tempo", "Entregas", "Parte"], rows });
  const title = "Da inscrição até o ActiveCampaign";
  return section("lag", title, html`${factList(lagFacts(lag))}${times}`, "third");
}

function tookText(uptoMs: number | undefined, before: LagRow | undefined): string {
  if (uptoMs !== undefined) return `até ${writeDuration(uptoMs)}`;
  return before?.uptoMs === undefined ? "todas" : `mais de ${writeDuration(before.uptoMs)}`;
}
