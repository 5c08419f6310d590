import { html } from "hono/html";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { SignUpFigures, Slice } from "#server/panel/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import { columnChart } from "#server/panel/look/charts/column-chart.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeHour, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";

const phrases = panel.signUps;
const { charts } = panel;
const sliceMs = { minute: 60_000, hour: 3_600_000 };

/** The figures of the panel that are read from afar. */
export function signUpNumbers({ lastHour, today, all, people, byMinute }: SignUpFigures): Html {
  // The newest minute is not over yet: its figure would seem to fall every minute.
  const lastMinute = byMinute?.at(-2)?.signUps;
  return numbers(phrases.title, [
    ...(lastMinute === undefined ? [] : [{ name: phrases.lastMinute, value: lastMinute }]),
    { name: phrases.lastHour, value: lastHour },
    { name: phrases.today, value: today },
    { name: phrases.all, value: all, more: phrases.people(writeCount(people), people === 1) },
  ]);
}

type LargeNumber = { name: string; value: number; more?: string };

export function numbers(title: string, list: readonly LargeNumber[]): Html {
  const body = html`<dl class="numbers">
${list.map(
  ({ name, value, more }) =>
    html`<div class="numbers__one"><dt>${name}</dt><dd><span class="numbers__value">${writeCount(value)}</span>${more && html` <span class="numbers__more">${more}</span>`}</dd></div>
`,
)}</dl>`;
  return section("numbers", title, body);
}

type Event = { start: number; end: number };

/** `now` is the time of the panel; in a report all minutes are over. */
export function minuteChart(
  title: string,
  slices: readonly Slice[],
  event: Event | undefined,
  now?: number,
): Html {
  const marks = event && [
    { at: event.start, text: charts.start },
    { at: event.end, text: charts.end },
  ];
  const chart = columnChart({ slices, sliceMs: sliceMs.minute, now, marks });
  return section("minutes", title, chartWithTable(slices, charts.minute, chart));
}

export function hourChart(slices: readonly Slice[], now: number): Html {
  const chart = columnChart({ slices, sliceMs: sliceMs.hour, now });
  return section("hours", charts.byHour, chartWithTable(slices, charts.hour, chart));
}

function chartWithTable(slices: readonly Slice[], unit: string, chart: Html): Html {
  return html`${chart}
<p class="part__note">${peak(slices)}</p>
<details class="numbers-table"><summary>${charts.table}</summary>
<table class="table"><thead><tr><th scope="col">${unit}</th><th scope="col">${charts.views}</th><th scope="col">${charts.signUps}</th></tr></thead>
<tbody>${slices.map(({ start, views, signUps }) => html`<tr><th scope="row">${writeHour(start)}</th><td>${writeCount(views)}</td><td>${writeCount(signUps)}</td></tr>`)}</tbody></table>
</details>`;
}

function peak(slices: readonly Slice[]): string {
  const highest = slices.reduce<Slice | undefined>(
    (best, one) => (one.signUps > (best?.signUps ?? 0) ? one : best),
    undefined,
  );
  if (highest === undefined) return charts.nothing;
  return charts.peak(writeCount(highest.signUps), writeHour(highest.start));
}

export function sourceBars(sources: SignUpFigures["bySource"]): Html {
  const all = sources.reduce((sum, { signUps }) => sum + signUps, 0);
  const most = sources.reduce((max, { signUps }) => Math.max(max, signUps), 1);
  const rows = sources.map(
    ({ source, signUps }) =>
      html`<tr><th scope="row">${names.sources[source]}${bar([{ share: signUps / most }])}</th><td>${writeCount(signUps)}</td><td>${writeShare(signUps / all)}</td></tr>
`,
  );
  const table = html`<table class="table table--bars"><thead><tr><th scope="col">${charts.source}</th><th scope="col">${charts.signUps}</th><th scope="col">${charts.share}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
  const nothing = html`<p class="part__note">${charts.nothing}</p>`;
  return section("sources", charts.bySource, sources.length > 0 ? table : nothing);
}
