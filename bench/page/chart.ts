import type { Medians } from "./measures.ts";

export type Result = { name: string; medians: Medians };

const shownMeasures = ["first paint", "largest paint", "popup opens on a press"] as const;
const colors = ["#e9a63a", "#9a8fb0", "#5b7fb8"];

const width = 760;
const left = 110;
const barHeight = 16;
const groupGap = 18;
const top = 56;

/**
 * Draws three bars for each build: the milliseconds to its first paint, to its largest paint, and to the popup that a
 * press opens.
 */
export function chart(results: Result[]): string {
  const maxMs = Math.max(...results.flatMap(({ medians }) => values(medians).filter(isKnown)));
  const groupHeight = shownMeasures.length * barHeight + groupGap;
  const height = top + results.length * groupHeight;
  const scale = (width - left - 90) / maxMs;
  const groups = results.map(({ name, medians }, index) =>
    group({ name, bars: values(medians), y: top + index * groupHeight, scale }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    "<title>Milliseconds to the first paint, the largest paint, and a press that opens the popup</title>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...legend(),
    ...groups,
    "</svg>\n",
  ].join("\n");
}

function values(medians: Result["medians"]): number[] {
  return shownMeasures.map((name) => medians.get(name) ?? Number.NaN);
}

/** The empty page has no popup to open. */
function isKnown(value: number): boolean {
  return !Number.isNaN(value);
}

function legend(): string[] {
  return shownMeasures.map((name, index) => {
    const x = left + index * 170;
    return `<rect x="${x}" y="18" width="12" height="12" fill="${colors[index]}"/><text x="${x + 18}" y="29">${name}, ms</text>`;
  });
}

type Group = { name: string; bars: number[]; y: number; scale: number };

function group({ name, bars, y, scale }: Group): string {
  const drawn = bars.filter(isKnown).map((value, index) => {
    const at = y + index * barHeight;
    const long = (value * scale).toFixed(1);
    return `<rect x="${left}" y="${at}" width="${long}" height="${barHeight - 2}" fill="${colors[index]}"/><text x="${left + Number(long) + 6}" y="${at + 12}">${Math.round(value)}</text>`;
  });
  const middle = y + (bars.length * barHeight) / 2 + 4;
  return `<text x="${left - 10}" y="${middle}" text-anchor="end" font-weight="bold">${name}</text>${drawn.join("")}`;
}
