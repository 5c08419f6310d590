import { cpus } from "node:os";
import { findChromium } from "#scripts/check/chromium.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { startChromium } from "#tests/support/machine/chromium.ts";
import { writeSystemFonts } from "#tests/support/machine/system-fonts.ts";
import { prepareBuilds } from "./builds.ts";
import { startSlowStart } from "./slow-start.ts";
import { type Visit, visit } from "./visit.ts";

const rounds = Number(process.env["ROUNDS"] || 5);

type Result = { name: string; visits: Visit[] };

type Measure = {
  words: string;
  of: keyof Visit;
  digits: number;
  /** Shown as a share of the empty page's value. */
  inEmpty?: boolean;
  /** What is promised of our page; `line` is what its line is promised. */
  max?: number | "line";
};

const measures: Measure[] = [
  {
    words: "first paint, in the empty page's",
    of: "firstPaintMs",
    digits: 2,
    inEmpty: true,
  },
  {
    words: "largest paint, in the empty page's",
    of: "largestPaintMs",
    digits: 2,
    inEmpty: true,
    max: "line",
  },
  { words: "first paint, ms", of: "firstPaintMs", digits: 0 },
  { words: "largest paint, ms", of: "largestPaintMs", digits: 0 },
  { words: "popup opens on a press, ms", of: "popupOpenMs", digits: 0 },
  { words: "the same, in first paints", of: "popupOfFirstPaint", digits: 2, max: 1.05 },
  { words: "blocking time, ms", of: "blockingMs", digits: 0, max: 30 },
  { words: "longest task, ms", of: "longestTaskMs", digits: 0, max: 60 },
  { words: "longest task after the first paint, ms", of: "longestLateTaskMs", digits: 0, max: 50 },
  { words: "delay of the first input, ms", of: "inputDelayMs", digits: 0 },
  { words: "layout shift", of: "shift", digits: 3, max: 0 },
  { words: "script time, ms", of: "scriptMs", digits: 0 },
  { words: "requests before the largest paint", of: "requestsBeforePaint", digits: 0, max: 1 },
  { words: "script before load, kB", of: "scriptKbBeforeLoad", digits: 1, max: 0 },
  { words: "script in all, kB", of: "scriptKb", digits: 1 },
  { words: "in all, kB", of: "allKb", digits: 1 },
];

/** What the largest paint may take on each line, in the empty page's. */
const lines = [
  { name: "9 Mbit/s", roundTripMs: 150, bitsPerSecond: 9_000_000, largestPaint: 1.2 },
  { name: "1.6 Mbit/s", roundTripMs: 150, bitsPerSecond: 1_600_000, largestPaint: 1.25 },
];

/** Visits our page and the other builds in turns, so that other work on the machine disturbs all of them. */
export async function benchPage(): Promise<string> {
  const site = await startSite({ TRUSTED_PROXIES: "1" });
  const builds = await prepareBuilds();
  const hosts = await Promise.all(builds.map(({ folder }) => serveFolder(folder)));
  const places = builds.map(({ name }, index) => ({ name, url: hosts[index]?.url ?? "" }));
  // By the same name as the other builds, because browsers look up names and numbers differently.
  places.splice(1, 0, { name: "as served", url: site.url.replace("127.0.0.1", "localhost") });
  const path = await findChromium();
  if (path === undefined) throw new Error("No Chromium was found: npm test installs one.");
  await writeSystemFonts();
  const browser = await startChromium(path);
  const tables: string[] = [];
  for (const line of lines) {
    const proxies = await Promise.all(
      places.map(({ url }) => startSlowStart(Number(new URL(url).port), line)),
    );
    const results: Result[] = places.map(({ name }) => ({ name, visits: [] }));
    // The visits of round 0 are not counted, because a host compresses a file only when it is first requested.
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, { name, visits }] of results.entries()) {
        const result = await visit(browser, proxies[index]?.url ?? "");
        if (round > 0) visits.push(result);
        const times = [result.firstPaintMs, result.largestPaintMs, result.popupOpenMs];
        const [first, largest, popup] = times.map(Math.round);
        console.log(
          `${line.name}, round ${round}, ${name}: first paint ${first} ms, largest ${largest} ms, popup ${popup} ms`,
        );
      }
    for (const proxy of proxies) proxy.stop();
    tables.push(table(line, results));
  }
  await browser.close();
  await Promise.all([site, ...hosts].map((host) => host.stop()));
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}`;
  return `${tables.join("\n\n")}\n\nMedians of ${rounds} rounds on ${machine}.`;
}

function table(line: (typeof lines)[number], results: Result[]): string {
  const head = [
    [line.name, ...results.map(({ name }) => name), "ours at most"],
    ["---", ...results.map(() => "---:"), "---:"],
  ];
  const rows = measures.map((measure) => {
    const values = results.map(({ name }) => medianOf(results, name, measure));
    const { words, digits } = measure;
    const max = measure.max === "line" ? line.largestPaint : measure.max;
    const isReached = max === undefined || (values[0] ?? 0) <= max;
    const shown = values.map((value) => (Number.isNaN(value) ? "–" : value.toFixed(digits)));
    return [words, ...shown, `${max ?? ""}${isReached ? "" : ", **not reached**"}`];
  });
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function medianOf(results: Result[], build: string, { of, inEmpty }: Measure): number {
  const median = (name: string) =>
    middleOf(results.find((one) => one.name === name)?.visits.map((visit) => visit[of]) ?? []);
  return inEmpty ? median(build) / median("empty page") : median(build);
}

function middleOf(values: readonly number[]): number {
  return (
    values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? Number.NaN
  );
}
