import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addContactPath } from "#lead/contract.ts";
import { addLeads } from "./many-leads.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { type LoadResult, signUpLoad } from "./sign-up-load.ts";

const rounds = 5;
const secondsPerLoad = 5;
const manyLeads = 1_000_000;

type Round = { bare: LoadResult; empty: LoadResult; full: LoadResult };

/**
 * Sends sign-ups to a bare server, to the lead function with an empty store, and to the lead function with a full
 * store. They take turns, so that other work on the machine disturbs all of them.
 */
export async function benchFunction(): Promise<void> {
  const bare = await startProcess("bench/bare-server.mjs");
  const empty = await startFunction();
  const full = await startFunction(manyLeads);
  const results: Round[] = [];
  for (let count = 1; count <= rounds; count += 1) {
    const round = {
      bare: await load(bare, "/"),
      empty: await load(empty.server, addContactPath),
      full: await load(full.server, addContactPath),
    };
    results.push(round);
    printRound(count, round);
  }
  const halfSpeed = Math.round(median(results.map((round) => round.empty.perSecond)) / 2);
  const atHalfSpeed = await load(empty.server, addContactPath, halfSpeed);
  printMedians(results);
  console.log(
    `at ${halfSpeed}/s: p50 ${atHalfSpeed.p50Ms} ms, p99 ${atHalfSpeed.p99Ms} ms, refused ${atHalfSpeed.refused}`,
  );
  console.log(
    `resident memory: ${Math.round(empty.server.memoryMb())} MB, with many leads ${Math.round(full.server.memoryMb())} MB`,
  );
  await Promise.all([bare.stop(), empty.stop(), full.stop()]);
}

async function startFunction(leads = 0) {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-function-"));
  const settings = { PORT: "0", DATA_DIR: dataDir, TRUSTED_PROXIES: "1" };
  if (leads > 0) {
    await (await startProcess("build/server/main.js", settings)).stop();
    addLeads(dataDir, leads);
  }
  const server = await startProcess("build/server/main.js", settings);
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  return { server, stop };
}

/** Sends sign-ups for some seconds: as fast as the server answers, or `perSecond` in each second. */
function load(server: ServerProcess, path: string, perSecond?: number): Promise<LoadResult> {
  const url = `${server.url}${path}`;
  return signUpLoad({ url, seconds: secondsPerLoad, ...(perSecond ? { perSecond } : {}) });
}

function printRound(count: number, { bare, empty, full }: Round): void {
  console.log(
    `round ${count}: bare ${bare.perSecond}/s, function ${empty.perSecond}/s (${share(empty, bare).toFixed(2)}), with ${manyLeads} leads ${full.perSecond}/s (${share(full, empty).toFixed(2)} of the empty store's); refused ${empty.refused + full.refused}`,
  );
}

function printMedians(results: Round[]): void {
  const ofBare = median(results.map(({ empty, bare }) => share(empty, bare)));
  const ofEmpty = median(results.map(({ full, empty }) => share(full, empty)));
  console.log(`median share of the bare server: ${ofBare.toFixed(2)}`);
  console.log(`median share of the empty store with many leads: ${ofEmpty.toFixed(2)}`);
}

function share(one: LoadResult, other: LoadResult): number {
  return one.perSecond / other.perSecond;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
