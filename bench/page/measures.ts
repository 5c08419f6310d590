import type { Bytes } from "./transfers.ts";
import type { Visit } from "./visit.ts";

type Measure = { name: string; unit: "ms" | "kB" | ""; of: (visit: Visit) => number };

/** The median of each measure, by the name of the measure. */
export type Medians = ReadonlyMap<string, number>;

const kinds = ["document", "style", "script", "font", "picture", "other"] as const;

/** The measures of a visit, in the order of the table. */
export const measures: Measure[] = [
  { name: "first paint", unit: "ms", of: (visit) => visit.firstPaintMs },
  { name: "largest paint", unit: "ms", of: (visit) => visit.largestPaintMs },
  { name: "popup opens on a press", unit: "ms", of: (visit) => visit.popupOpenMs },
  { name: "the same, in first paints", unit: "", of: (visit) => visit.popupOfFirstPaint },
  { name: "blocking time", unit: "ms", of: (visit) => visit.blockingMs },
  { name: "longest task", unit: "ms", of: (visit) => visit.longestTaskMs },
  {
    name: "longest task after the first paint",
    unit: "ms",
    of: (visit) => visit.longestLateTaskMs,
  },
  { name: "delay of the first input", unit: "ms", of: (visit) => visit.inputDelayMs },
  { name: "layout shift", unit: "", of: (visit) => visit.shift },
  { name: "script time", unit: "ms", of: (visit) => visit.scriptMs },
  { name: "requests before the largest paint", unit: "", of: (visit) => visit.requestsBeforePaint },
  ...kinds.map((kind) => transferred(`before load: ${kind}`, ({ beforeLoad }) => beforeLoad[kind])),
  ...kinds.map((kind) => transferred(`after load: ${kind}`, ({ afterLoad }) => afterLoad[kind])),
  transferred("script in all", ({ beforeLoad, afterLoad }) => beforeLoad.script + afterLoad.script),
  transferred("in all", ({ beforeLoad, afterLoad }) => total(beforeLoad) + total(afterLoad)),
];

export function mediansOf(visits: Visit[]): Medians {
  return new Map(measures.map(({ name, of }) => [name, median(visits.map(of))]));
}

function transferred(name: string, bytes: (transfers: Visit["transfers"]) => number): Measure {
  return { name, unit: "kB", of: ({ transfers }) => bytes(transfers) / 1_000 };
}

function total(bytes: Bytes): number {
  return kinds.reduce((sum, kind) => sum + bytes[kind], 0);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
