import { html } from "hono/html";
import { launch } from "#content/launch.ts";
import { minuteMs, startOfDay } from "#event/time-zone.ts";
import type { Slice } from "#server/figures/figures.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeHour } from "#server/panel/look/writing.ts";
import { percent } from "./bar.ts";

/** A line across the chart at one time. */
type Mark = { at: number; text: string };
type ColumnChart = {
  slices: readonly Slice[];
  sliceMs: number;
  /** The slice with this time is not over yet. */
  now: number | undefined;
  marks?: readonly Mark[] | undefined;
};

const maxTicks = 6;
const tickSteps = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs);
/** With more columns than this there is no space between them, because it would be less than a pixel. */
const maxSpacedColumns = 60;
const column = { spaced: 0.72, close: 1 };
/** A column that stands for something is never too low to be seen. */
const minHeight = 0.015;
/** Beside the edge of the chart there is no room for the hour under a column. */
const edge = 0.03;

/** Sign-ups as columns, from the oldest to the newest. All lengths are percentages, so texts keep their size. */
export function columnChart({ slices, sliceMs, now, marks = [] }: ColumnChart): Html {
  const from = slices[0]?.start ?? 0;
  const spanMs = slices.length * sliceMs;
  const place = (at: number) => (at - from) / spanMs;
  const highest = Math.max(1, ...slices.map(({ signUps }) => signUps));
  const width = (slices.length > maxSpacedColumns ? column.close : column.spaced) / slices.length;
  const columns = slices
    .filter(({ signUps }) => signUps > 0)
    .map(({ start, signUps }) => {
      const height = Math.max(signUps / highest, minHeight);
      const isNow = now !== undefined && start <= now && now < start + sliceMs;
      return html`<rect class="columns__column" ${isNow && html`data-kind="now"`} x="${percent(place(start))}" y="${percent(1 - height)}" width="${percent(width)}" height="${percent(height)}"/>`;
    });
  const shownMarks = marks.filter(({ at }) => place(at) >= 0 && place(at) <= 1);
  return html`<div class="columns" aria-hidden="true">
<svg class="columns__plot" ${shownMarks.length > 0 && html`data-marks`} focusable="false">${columns}${shownMarks.map((mark) => line(place(mark.at), mark.text))}</svg>
<svg class="columns__axis" focusable="false">${ticks(from, spanMs).map((at) => label(place(at), writeHour(at)))}</svg>
</div>`;
}

/** The text stands above the columns, on the side of the line on which there is more room. */
function line(place: number, text: string): Html {
  const x = percent(place);
  const side =
    place < 0.5 ? html`data-side="right" dx="0.5em"` : html`data-side="left" dx="-0.5em"`;
  return html`<line class="columns__mark" x1="${x}" x2="${x}" y1="-1.25em" y2="100%"/><text class="columns__label" ${side} x="${x}" y="-0.4em">${text}</text>`;
}

function label(place: number, text: string): Html {
  return html`<text class="columns__label" x="${percent(place)}" y="1em">${text}</text>`;
}

/** Full hours, or parts of them, counted from midnight. */
function ticks(from: number, spanMs: number): number[] {
  const step = tickSteps.find((ms) => spanMs / ms <= maxTicks) ?? spanMs;
  const midnight = startOfDay(from, launch.event.timeZone);
  const first = midnight + Math.ceil((from - midnight) / step) * step;
  return Array.from({ length: maxTicks + 1 }, (_, index) => first + index * step).filter((at) => {
    const place = (at - from) / spanMs;
    return place > edge && place < 1 - edge;
  });
}
