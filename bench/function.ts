import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addContactPath } from "#lead/contract.ts";
import { addLeads } from "./many-leads.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { type LoadResult, signUpLoad } from "./sign-up-load.ts";

const rounds = 5;
const secondsARound = 5;
const manyLeads = 1_000_000;

/** The function beside a bare server, in turns, so that a noisy machine is as noisy for both. */
export async function benchFunction(): Promise<void> {
  const bare = await startProcess("bench/bare-server.mjs");
  const empty = await startFunction();
  const full = await startFunction(manyLeads);
  const rows: Row[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const floor = await load(bare, "/");
    const first = await load(empty.server, addContactPath);
    const later = await load(full.server, addContactPath);
    rows.push({ floor, first, later });
    report(`round ${round}`, { floor, first, later });
  }
  const half = Math.round(median(rows.map(({ first }) => first.perSecond)) / 2);
  const steady = await load(empty.server, addContactPath, half);
  summary(rows, {
    steady,
    half,
    memoryMb: empty.server.memoryMb(),
    fullMb: full.server.memoryMb(),
  });
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

function load(server: ServerProcess, path: string, perSecond?: number): Promise<LoadResult> {
  const url = `${server.url}${path}`;
  return signUpLoad({ url, seconds: secondsARound, ...(perSecond ? { perSecond } : {}) });
}

type Row = { floor: LoadResult; first: LoadResult; later: LoadResult };

function report(name: string, { floor, first, later }: Row): void {
  console.log(
    `${name}: bare ${floor.perSecond}/s, function ${first.perSecond}/s (${ratio(first, floor)}), with ${manyLeads} leads ${later.perSecond}/s (${ratio(later, first)} of the empty store's); refused ${first.refused + later.refused}`,
  );
}

type Steady = { steady: LoadResult; half: number; memoryMb: number; fullMb: number };

function summary(rows: Row[], { steady, half, memoryMb, fullMb }: Steady): void {
  const shares = rows.map(({ first, floor }) => first.perSecond / floor.perSecond);
  const fullShares = rows.map(({ later, first }) => later.perSecond / first.perSecond);
  console.log(`median share of the bare server: ${median(shares).toFixed(2)}`);
  console.log(`median share with many leads: ${median(fullShares).toFixed(2)}`);
  console.log(
    `at ${half}/s: p50 ${steady.p50Ms} ms, p99 ${steady.p99Ms} ms, refused ${steady.refused}`,
  );
  console.log(
    `resident memory: ${Math.round(memoryMb)} MB, with many leads ${Math.round(fullMb)} MB`,
  );
}

function ratio(one: LoadResult, other: LoadResult): string {
  return (one.perSecond / other.perSecond).toFixed(2);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
