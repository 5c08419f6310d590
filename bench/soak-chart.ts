import { writeFile } from "node:fs/promises";

const width = 760;
const graphHeight = 150;
const margin = 50;

type Minute = { p99Ms: number; memoryMb: number };

/**
 * Draws two graphs, minute by minute: the 99th percentile of the response times, and the server's resident memory. Flat
 * graphs are good.
 */
export async function writeSoakChart(file: string, minutes: Minute[]): Promise<void> {
  const p99 = minutes.map(({ p99Ms }) => p99Ms);
  const memory = minutes.map(({ memoryMb }) => memoryMb);
  const height = 2 * graphHeight + 30;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${minutes.length} minutes of steady traffic: 99th percentile and memory, minute by minute</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    graph({ name: "p99, ms", values: p99, top: 20, color: "#c47f17" }),
    graph({ name: "memory, MB", values: memory, top: 20 + graphHeight, color: "#5b7fb8" }),
    "</svg>\n",
  ];
  await writeFile(file, svg.join("\n"));
}

type Graph = { name: string; values: number[]; top: number; color: string };

function graph({ name, values, top, color }: Graph): string {
  const max = Math.max(...values, 1);
  const bottom = top + graphHeight - 30;
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = bottom - (value / max) * (graphHeight - 50);
    return `${(margin + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return [
    `<text x="${margin}" y="${top + 8}">${name} (highest ${max})</text>`,
    `<path d="M${margin} ${bottom}H${width - margin}" stroke="#999"/>`,
    `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`,
  ].join("");
}
