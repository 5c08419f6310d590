import { cpus } from "node:os";
import type { ServerProcess } from "./server-process.ts";
import { quantile } from "./steady-load.ts";

export type Result = { perSecond: number; microseconds: number; refused: number };
export type Contestant = {
  name: string;
  servers: ServerProcess[];
  path: string;
  results: Result[];
};

/** Compares the contestants with the first one. */
export function functionTable(contestants: readonly Contestant[]): string[] {
  const [bare] = contestants;
  const rows = contestants.map((one) => {
    const share = medianRatio(one, bare, "perSecond");
    const work = medianRatio(one, bare, "microseconds");
    const refused = one.results.reduce((sum, result) => sum + result.refused, 0);
    const figures = [Math.round(medianOf(one, "perSecond")), share.toFixed(2)];
    const costs = [Math.round(medianOf(one, "microseconds")), work.toFixed(1), refused];
    return `| ${[one.name, ...figures, ...costs].join(" | ")} |`;
  });
  return [
    "| | sign-ups a second | of the bare server's | processor time of each, µs | in the bare server's | refused |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
    "",
    `Medians of ${bare?.results.length} rounds on ${cpus().length} cores, load and servers together, Node ${process.versions.node}; each ratio is the median of the rounds' ratios.`,
  ];
}

/** Compares results of the same round: only these have met the same other work on the machine. */
function medianRatio(
  one: Contestant,
  other: Contestant | undefined,
  of: "perSecond" | "microseconds",
): number {
  const ratios = one.results.map((result, round) => {
    return result[of] / (other?.results[round]?.[of] ?? Number.NaN);
  });
  return quantile(ratios, 0.5);
}

export function medianOf({ results }: Contestant, of: "perSecond" | "microseconds"): number {
  const values = results.map((result) => result[of]);
  return quantile(values, 0.5);
}
