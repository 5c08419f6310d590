import { serveFolder } from "#tests/support/static-host.ts";
import { type Contestant, prepareContestants } from "./contestants.ts";
import { mediansOf } from "./measures.ts";
import { startBrowser } from "./phone.ts";
import { type Result, writeResults } from "./results.ts";
import { type Visit, visit } from "./visit.ts";

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
