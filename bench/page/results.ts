import { cpus } from "node:os";
import type { Result } from "./chart.ts";
import { measures } from "./measures.ts";

/** All medians, what of them was wished for, and where they were taken. */
export function resultsText(results: Result[], rounds: number): string {
  return [tableOf(results), "", ratiosOf(results), "", measuredOn(rounds)].join("\n");
}

function tableOf(results: Result[]): string {
  const names = results.map(({ name }) => name);
  const rows = measures.map(({ name, unit }) => {
    const values = results.map(({ medians }) => shown(medians.get(name) ?? Number.NaN, unit));
    return line([unit ? `${name}, ${unit}` : name, ...values]);
  });
  return [line(["", ...names]), line(["---", ...names.map(() => "---:")]), ...rows].join("\n");
}

function line(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function shown(value: number, unit: string): string {
  if (unit === "ms") return String(Math.round(value));
  return unit === "kB" ? value.toFixed(1) : String(Number(value.toFixed(3)));
}

type Wish = { words: string; is: number; most: number };

function ratiosOf(results: Result[]): string {
  const of = (who: string, what: string) =>
    results.find(({ name }) => name === who)?.medians.get(what) ?? Number.NaN;
  const share = (what: string, other: string) => of("ours", what) / of(other, what);
  const wishes: Wish[] = [
    { words: "largest paint, in the floor's", is: share("largest paint", "floor"), most: 1.05 },
    {
      words: "largest paint, in the usual way's",
      is: share("largest paint", "usual way"),
      most: 0.5,
    },
    { words: "largest paint, in Next.js's", is: share("largest paint", "Next.js"), most: 1 },
    { words: "largest paint, in Astro's", is: share("largest paint", "Astro"), most: 1 },
    {
      words: "popup opens on a press, in first paints",
      is: of("ours", "the same, in first paints"),
      most: 1.05,
    },
    {
      words: "blocking time above the floor's, ms",
      is: of("ours", "blocking time") - of("floor", "blocking time"),
      most: 30,
    },
    {
      words: "longest task after the first paint, ms",
      is: of("ours", "longest task after the first paint"),
      most: 50,
    },
    { words: "layout shift", is: of("ours", "layout shift"), most: 0 },
    {
      words: "requests before the largest paint",
      is: of("ours", "requests before the largest paint"),
      most: 2,
    },
    { words: "script before load, kB", is: of("ours", "before load: script"), most: 0 },
  ];
  const known = wishes.filter(({ is }) => !Number.isNaN(is));
  const rows = known.map(({ words, is, most }) =>
    line([words, is.toFixed(2), String(most), is <= most ? "reached" : "**not reached**"]),
  );
  return [line(["ours", "is", "at most", ""]), line(["---", "---:", "---:", "---"]), ...rows].join(
    "\n",
  );
}

function measuredOn(rounds: number): string {
  const [cpu] = cpus();
  return `Medians of ${rounds} rounds on ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.versions.node}.`;
}
