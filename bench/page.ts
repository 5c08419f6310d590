import { writeFile } from "node:fs/promises";
import { serveFolder } from "#tests/support/static-host.ts";
import { startBrowser } from "./page/browser.ts";
import { chart, type Result } from "./page/chart.ts";
import { type Contestant, prepareContestants } from "./page/contestants.ts";
import { mediansOf } from "./page/measures.ts";
import { resultsText } from "./page/results.ts";
import { type Visit, visit } from "./page/visit.ts";
import { writeSection } from "./write-section.ts";

const document = "docs/speed.md";
const picture = "docs/speed.svg";
const rounds = 5;

/** Our page beside its floor and the other ways, in turns, so that a noisy machine is as noisy for all. */
export async function benchPage(): Promise<void> {
  const contestants = await prepareContestants();
  const hosts = await Promise.all(contestants.map(({ folder }) => serveFolder(folder)));
  const browser = await startBrowser();
  const visits = new Map<string, Visit[]>(contestants.map(({ name }) => [name, []]));
  // Once without counting: the first answer of each host is compressed while the visitor waits.
  for (const host of hosts) await visit(browser, host.url);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, { name }] of contestants.entries()) {
      const result = await visit(browser, hosts[index]?.url ?? "");
      visits.get(name)?.push(result);
      console.log(`round ${round}, ${name}: ${summary(result)}`);
    }
  }
  await browser.close();
  await Promise.all(hosts.map((host) => host.stop()));
  await writeResults(resultsOf(contestants, visits));
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

function resultsOf(contestants: Contestant[], visits: Map<string, Visit[]>): Result[] {
  return contestants.map(({ name }) => ({ name, medians: mediansOf(visits.get(name) ?? []) }));
}

async function writeResults(results: Result[]): Promise<void> {
  const text = resultsText(results, rounds);
  await writeSection(document, "page", text);
  await writeFile(picture, chart(results));
  console.log(`${text}\n\nwritten into ${document} and ${picture}`);
}
