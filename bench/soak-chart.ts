import { writeFile } from "node:fs/promises";

const width = 760;
const laneHeight = 150;
const margin = 50;

type Minute = { p99Ms: number; memoryMb: number };

/** Two lanes over the minutes: the 99th percentile, and resident memory. Flat is good. */
export async function writeSoakChart(file: string, rows: Minute[]): Promise<void> {
  const lanes = [
    lane({ name: "p99, ms", values: rows.map(({ p99Ms }) => p99Ms), top: 20, color: "#c47f17" }),
    lane({
      name: "memory, MB",
      values: rows.map(({ memoryMb }) => memoryMb),
      top: 20 + laneHeight,
      color: "#5b7fb8",
    }),
  ];
  const height = 2 * laneHeight + 30;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${rows.length} minutes of steady traffic: 99th percentile and memory, minute by minute</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...lanes,
    "</svg>\n",
  ];
  await writeFile(file, svg.join("\n"));
}

type Circuit = { name: string; values: number[]; top: number; color: string };

function lane({ name, values, top, color }: Circuit): string {
  const highest = Math.max(...values, 1);
  const bottom = top + laneHeight - 30;
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = bottom - (value / highest) * (laneHeight - 50);
    return `${(margin + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return [
    `<text x="${margin}" y="${top + 8}">${name} (highest ${highest})</text>`,
    `<path d="M${margin} ${bottom}H${width - margin}" stroke="#999"/>`,
    `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`,
  ].join("");
}
