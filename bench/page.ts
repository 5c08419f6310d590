import { cpus } from "node:os";
import { findChromium } from "#scripts/check/chromium.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { startChromium } from "#tests/support/machine/chromium.ts";
import { writeSystemFonts } from "#tests/support/machine/system-fonts.ts";
import { prepareBuilds } from "./builds.ts";
import { type Visit, visit } from "./visit.ts";

const rounds = Number(process.env["ROUNDS"] || 5);

type Result = { name: string; visits: Visit[] };

type Measure = {
  words: string;
  of: keyof Visit;
  digits: number;
  /** Shown as a share of the empty page's value. */
  inEmpty?: boolean;
  /** What is promised of our page. */
  max?: number;
};

const measures: Measure[] = [
  {
    words: "first paint, in the empty page's",
    of: "firstPaintMs",
    digits: 2,
    inEmpty: true,
    max: 1.35,
  },
  {
    words: "largest paint, in the empty page's",
    of: "largestPaintMs",
    digits: 2,
    inEmpty: true,
    max: 1.35,
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
  const results: (Result & { url: string })[] = places.map((place) => ({ ...place, visits: [] }));
  // The first visit to each host is not counted, because a host compresses a file only when it is first requested.
  for (const { url } of places) await visit(browser, url);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, url, visits } of results) {
      const result = await visit(browser, url);
      visits.push(result);
      const times = [result.firstPaintMs, result.largestPaintMs, result.popupOpenMs];
      const [first, largest, popup] = times.map(Math.round);
      console.log(
        `round ${round}, ${name}: first paint ${first} ms, largest ${largest} ms, popup ${popup} ms`,
      );
    }
  }
  await browser.close();
  await Promise.all([site, ...hosts].map((host) => host.stop()));
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}`;
  return `${table(results)}\n\nMedians of ${rounds} rounds on ${machine}.`;
}

function table(results: Result[]): string {
  const head = [
    ["", ...results.map(({ name }) => name), "ours at most"],
    ["---", ...results.map(() => "---:"), "---:"],
  ];
  const rows = measures.map((measure) => {
    const values = results.map(({ name }) => medianOf(results, name, measure));
    const { words, digits, max } = measure;
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
