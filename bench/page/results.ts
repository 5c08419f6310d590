import { cpus } from "node:os";
import type { Result } from "./chart.ts";
import { measures } from "./measures.ts";

/** The table of all medians, the goals for our page, and the machine. */
export function resultsText(results: Result[], rounds: number): string {
  return [tableOf(results), "", goalsOf(results), "", measuredOn(rounds)].join("\n");
}

function tableOf(results: Result[]): string {
  const names = results.map(({ name }) => name);
  const rows = measures.map(({ name, unit }) => {
    const values = results.map(({ medians }) => formatted(medians.get(name) ?? Number.NaN, unit));
    return line([unit ? `${name}, ${unit}` : name, ...values]);
  });
  const ratios = ["first paint", "largest paint"].map((name) => ratiosOf(results, name));
  const head = [line(["", ...names]), line(["---", ...names.map(() => "---:")])];
  return [...head, ...ratios, ...rows].join("\n");
}

function ratiosOf(results: Result[], measure: string): string {
  const values = results.map(({ name }) => medianIn(results, name, measure));
  const ratios = values.map((value) => value / medianIn(results, "empty page", measure));
  return line([`${measure}, in the empty page's`, ...ratios.map((ratio) => formatted(ratio, ""))]);
}

function medianIn(results: Result[], build: string, measure: string): number {
  return results.find(({ name }) => name === build)?.medians.get(measure) ?? Number.NaN;
}

function line(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function formatted(value: number, unit: string): string {
  if (Number.isNaN(value)) return "–";
  if (unit === "ms") return String(Math.round(value));
  return unit === "kB" ? value.toFixed(1) : String(Number(value.toFixed(3)));
}

type Goal = { words: string; is: number; max: number };

function goalsOf(results: Result[]): string {
  const of = (build: string, measure: string) => medianIn(results, build, measure);
  const share = (measure: string, other: string) => of("ours", measure) / of(other, measure);
  const goals: Goal[] = [
    {
      words: "first paint, in the empty page's",
      is: share("first paint", "empty page"),
      max: 1.35,
    },
    {
      words: "largest paint, in the empty page's",
      is: share("largest paint", "empty page"),
      max: 1.35,
    },
    {
      words: "longest task above the empty page's, ms",
      is: of("ours", "longest task") - of("empty page", "longest task"),
      max: 60,
    },
    { words: "largest paint, in the floor's", is: share("largest paint", "floor"), max: 1.05 },
    {
      words: "largest paint, in the usual way's",
      is: share("largest paint", "usual way"),
      max: 0.5,
    },
    { words: "largest paint, in Next.js's", is: share("largest paint", "Next.js"), max: 1 },
    { words: "largest paint, in Astro's", is: share("largest paint", "Astro"), max: 1 },
    {
      words: "popup opens on a press, in first paints",
      is: of("ours", "the same, in first paints"),
      max: 1.05,
    },
    {
      words: "blocking time above the floor's, ms",
      is: of("ours", "blocking time") - of("floor", "blocking time"),
      max: 30,
    },
    {
      words: "longest task after the first paint, ms",
      is: of("ours", "longest task after the first paint"),
      max: 50,
    },
    { words: "layout shift", is: of("ours", "layout shift"), max: 0 },
    {
      words: "requests before the largest paint",
      is: of("ours", "requests before the largest paint"),
      max: 1,
    },
    { words: "script before load, kB", is: of("ours", "before load: script"), max: 0 },
  ];
  const known = goals.filter(({ is }) => !Number.isNaN(is));
  const rows = known.map(({ words, is, max }) =>
    line([words, is.toFixed(2), String(max), is <= max ? "reached" : "**not reached**"]),
  );
  return [line(["ours", "is", "at most", ""]), line(["---", "---:", "---:", "---"]), ...rows].join(
    "\n",
  );
}

function measuredOn(rounds: number): string {
  const [cpu] = cpus();
  return `Medians of ${rounds} rounds on ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.versions.node}.`;
}
