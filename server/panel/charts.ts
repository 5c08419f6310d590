import { html } from "hono/html";
import { launch } from "#content/launch.ts";
import { minuteMs, startOfDay } from "#event/time-zone.ts";
import type { Slice } from "#server/figures/figures.ts";
import { writeHour } from "./format.ts";
import type { Html } from "./html.ts";

/** A bar that lies beside its number: screen readers skip it. */
export function bar(parts: readonly { share: number; kind?: string }[]): Html {
  let from = 0;
  const pieces = parts.map(({ share, kind }) => {
    const piece = html`<rect ${kind && html`data-kind="${kind}"`} x="${percent(from)}" width="${percent(share)}" height="100%"/>`;
    from += share;
    return piece;
  });
  return html`<svg class="bar" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="100%"/>${pieces}</svg>`;
}

type ColumnChart = {
  slices: readonly Slice[];
  sliceMs: number;
  /** The present time: the column that it falls into is still growing. Undefined in a report, where all are over. */
  now: number | undefined;
  /** A line across the chart at each of these times. */
  marks?: readonly { at: number; text: string }[];
};

/** With more columns than this there is no space between them, because it would be less than a pixel. */
const maxSpacedColumns = 60;
const columnWidth = { spaced: 0.72, close: 1 };
/** A column that stands for something is never too low to be seen. */
const minHeight = 0.015;

/** Sign-ups as columns, from the oldest to the newest. All lengths are percentages, so texts keep their size. */
export function columnChart({ slices, sliceMs, now, marks = [] }: ColumnChart): Html {
  const from = slices[0]?.start ?? 0;
  const spanMs = slices.length * sliceMs;
  const placeOf = (at: number) => (at - from) / spanMs;
  const highest = Math.max(1, ...slices.map(({ signUps }) => signUps));
  const { spaced, close } = columnWidth;
  const width = percent((slices.length > maxSpacedColumns ? close : spaced) / slices.length);
  const columns = slices.map(({ start, signUps }) => {
    if (signUps === 0) return "";
    const height = Math.max(signUps / highest, minHeight);
    const isNow = now !== undefined && start <= now && now < start + sliceMs;
    return html`<rect ${isNow && html`opacity="0.5"`} x="${percent(placeOf(start))}" y="${percent(1 - height)}" width="${width}" height="${percent(height)}"/>`;
  });
  const lines = marks
    .map(({ at, text }) => ({ place: placeOf(at), text }))
    .filter(({ place }) => place >= 0 && place <= 1);
  const hours = hoursIn(from, spanMs).map((at) => {
    return html`<text text-anchor="middle" x="${percent(placeOf(at))}" y="1em">${writeHour(at)}</text>`;
  });
  return html`<div class="chart" aria-hidden="true">
<svg class="plot" ${lines.length > 0 && html`data-marks`} focusable="false">${columns}${lines.map(markLine)}</svg>
<svg class="axis" focusable="false">${hours}</svg>
</div>`;
}

/** The text stands above the columns, on the side of the line on which there is more room. */
function markLine({ place, text }: { place: number; text: string }): Html {
  const x = percent(place);
  const side =
    place < 0.5 ? html`text-anchor="start" dx="0.5em"` : html`text-anchor="end" dx="-0.5em"`;
  return html`<line stroke-dasharray="4 4" x1="${x}" x2="${x}" y1="-1.25em" y2="100%"/><text ${side} x="${x}" y="-0.4em">${text}</text>`;
}

const maxHours = 6;
const hourSteps = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs);
/** Beside the edge of the chart there is no room for the hour under a column. */
const edge = 0.03;

/** The hours under the chart: full ones, or parts of them, counted from midnight. */
function hoursIn(from: number, spanMs: number): number[] {
  const step = hourSteps.find((ms) => spanMs / ms <= maxHours) ?? spanMs;
  const midnight = startOfDay(from, launch.event.timeZone);
  const first = midnight + Math.ceil((from - midnight) / step) * step;
  return Array.from({ length: maxHours + 1 }, (_, index) => first + index * step).filter((at) => {
    const place = (at - from) / spanMs;
    return place > edge && place < 1 - edge;
  });
}

/** The share of something as a length within the whole. */
function percent(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(2)}%`;
}
