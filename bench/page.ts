import { writeFile } from "node:fs/promises";
import { findChromium } from "#scripts/check/chromium.mjs";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { startChromium } from "#tests/support/machine/chromium.ts";
import { writeSystemFonts } from "#tests/support/machine/system-fonts.ts";
import { type PageBuild, prepareBuilds } from "./page/builds.ts";
import { chart, type Result } from "./page/chart.ts";
import { mediansOf } from "./page/measures.ts";
import { resultsText } from "./page/results.ts";
import { type Visit, visit } from "./page/visit.ts";
import { writeSection } from "./write-section.ts";

const document = "docs/speed.md";
const picture = "docs/speed.svg";
/**
 * `BESIDE="empty page" npm run bench -- page` visits only our page and this build, more often, and does not change
 * `docs/speed.md`.
 */
const { BESIDE: beside, ROUNDS: roundsSetting } = process.env;
const defaultRounds = beside ? 25 : 5;

/** Visits our page and the other builds in turns, so that other work on the machine disturbs all of them. */
export async function benchPage(): Promise<void> {
  const builds = await prepareBuilds(beside);
  const rounds = Number(roundsSetting || defaultRounds);
  const hosts = await Promise.all(builds.map(({ folder }) => serveFolder(folder)));
  const path = await findChromium();
  if (path === undefined) throw new Error("No Chromium was found: npm test installs one.");
  await writeSystemFonts();
  const browser = await startChromium(path);
  const visits = new Map<string, Visit[]>(builds.map(({ name }) => [name, []]));
  // The first visit to each host is not counted, because a host compresses a file only when it is first requested.
  for (const host of hosts) await visit(browser, host.url);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, { name }] of builds.entries()) {
      const result = await visit(browser, hosts[index]?.url ?? "");
      visits.get(name)?.push(result);
      console.log(`round ${round}, ${name}: ${summary(result)}`);
    }
  }
  await browser.close();
  await Promise.all(hosts.map((host) => host.stop()));
  const results = resultsOf(builds, visits);
  const text = resultsText(results, rounds);
  console.log(text);
  if (!beside && rounds === defaultRounds) await writeResults(text, results);
}

function summary({ firstPaintMs, largestPaintMs, popupOpenMs, blockingMs }: Visit): string {
  const [first, largest, popup, blocked] = [
    firstPaintMs,
    largestPaintMs,
    popupOpenMs,
    blockingMs,
  ].map(Math.round);
  return `first paint ${first} ms, largest ${largest} ms, popup ${popup} ms, blocked ${blocked} ms`;
}

function resultsOf(builds: PageBuild[], visits: Map<string, Visit[]>): Result[] {
  return builds.map(({ name }) => ({ name, medians: mediansOf(visits.get(name) ?? []) }));
}

async function writeResults(text: string, results: Result[]): Promise<void> {
  await writeSection(document, "page", text);
  await writeFile(picture, chart(results));
  console.log(`Wrote ${document} and ${picture}.`);
}
