import { html } from "hono/html";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { SignUpFigures, Slice } from "#server/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import { columnChart } from "#server/panel/look/charts/column-chart.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeHour, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";

const phrases = panel.signUps;
const { charts } = panel;

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
  const chart = columnChart({ slices, sliceMs: minuteMs, now, marks });
  return section("minutes", title, chartWithTable({ slices, unit: charts.minute, chart, now }));
}

export function hourChart(slices: readonly Slice[], now: number): Html {
  const chart = columnChart({ slices, sliceMs: hourMs, now });
  return section("hours", charts.byHour, chartWithTable({ slices, unit: charts.hour, chart, now }));
}

type Chart = { slices: readonly Slice[]; unit: string; chart: Html; now: number | undefined };

function chartWithTable({ slices, unit, chart, now }: Chart): Html {
  const highest = slices.reduce((max, { signUps }) => Math.max(max, signUps), 0);
  if (highest === 0) return html`<p class="part__note">${charts.nothing}</p>`;
  return html`${chart}
<p class="part__note">${peak(slices, highest)} ${now !== undefined && charts.unfinished}</p>
<details class="numbers-table"><summary>${charts.table}</summary>
${table({
  columns: [unit, charts.views, charts.signUps],
  rows: slices.map(({ start, views, signUps }) => ({
    head: writeHour(start),
    numbers: [writeCount(views), writeCount(signUps)],
  })),
})}
</details>`;
}

function peak(slices: readonly Slice[], highest: number): string {
  const first = slices.find(({ signUps }) => signUps === highest)?.start ?? 0;
  return charts.peak(writeCount(highest), writeHour(first));
}

export function sourceBars(sources: SignUpFigures["bySource"]): Html {
  const all = sources.reduce((sum, { signUps }) => sum + signUps, 0);
  const most = sources.reduce((max, { signUps }) => Math.max(max, signUps), 1);
  const rows = sources.map(({ source, signUps }) => ({
    head: names.sources[source],
    bar: bar([{ share: signUps / most }]),
    numbers: [writeCount(signUps), writeShare(signUps / all)],
  }));
  const bars = table({ columns: [charts.source, charts.signUps, charts.share], rows });
  const nothing = html`<p class="part__note">${charts.nothing}</p>`;
  return section("sources", charts.bySource, sources.length > 0 ? bars : nothing);
}
