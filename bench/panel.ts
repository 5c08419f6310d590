import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addContactPath } from "#lead/contract.ts";
import { fillPanelStore } from "./panel-store.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { quantile, steadyLoad } from "./steady-load.ts";

const people = 1_000_000;
const rounds = 10;
const load = { perSecond: 100, seconds: 15 };
const viewers = 3;
const renewEveryMs = 3_000;
/** Longer than the server keeps the figures, so that each of these looks reads them again. */
const fullReadEveryMs = 5_200;
const fullReads = 10;

type Look = () => Promise<number>;

/**
 * Sends sign-ups at a steady rate to a server with a million people, in turns without a viewer of the panel and with
 * three of them. The order changes in each round, so that other work on the machine disturbs both.
 */
export async function benchPanel(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-panel-"));
  const settings = { PORT: "0", DATA_DIR: dataDir, TRUSTED_PROXIES: "1" };
  await (await startProcess("build/server/main.js", settings)).stop();
  const secret = fillPanelStore(dataDir, people);
  const server = await startProcess("build/server/main.js", settings);
  const look = () => lookAtPanel(server, secret);
  await sendSignUps(server);
  await printFullReads(look);
  const unwatched: number[][] = [];
  const watched: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => unwatched.push(await sendSignUps(server)),
      async () => watched.push(await sendWatched(server, look)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  printComparison(unwatched, watched);
  console.log(`resident memory: ${Math.round(server.memoryMb())} MB`);
  await server.stop();
  await rm(dataDir, { recursive: true });
}

async function printFullReads(look: Look): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count <= fullReads; count += 1) {
    times.push(await look());
    await sleep(fullReadEveryMs);
  }
  const [first = 0, ...warm] = times;
  console.log(
    `${people} people: the panel's first answer in ${first.toFixed(0)} ms, warm p50 ${quantile(warm, 0.5).toFixed(1)} ms, slowest ${Math.max(...warm).toFixed(1)} ms`,
  );
}

function printComparison(unwatched: number[][], watched: number[][]): void {
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const) {
    const [one, other] = [unwatched, watched].map((times) => quantile(times.flat(), share));
    const ratios = watched.map((times, round) => {
      return quantile(times, share) / quantile(unwatched[round] ?? [], share);
    });
    console.log(
      `sign-ups at ${load.perSecond}/s, ${name}: ${one?.toFixed(2)} ms without a viewer, ${other?.toFixed(2)} ms with ${viewers} viewers; ratio ${((other ?? 0) / (one ?? 0)).toFixed(3)}, median of the ratios of ${rounds} rounds ${quantile(ratios, 0.5).toFixed(3)}`,
    );
  }
}

async function sendWatched(server: ServerProcess, look: Look): Promise<number[]> {
  const stopped = new AbortController();
  const watching = Array.from({ length: viewers }, async (_, viewer) => {
    await sleep((viewer * renewEveryMs) / viewers);
    while (!stopped.signal.aborted) {
      await look();
      await sleep(renewEveryMs);
    }
  });
  const times = await sendSignUps(server);
  stopped.abort();
  await Promise.all(watching);
  return times;
}

function sendSignUps({ url }: ServerProcess): Promise<number[]> {
  return steadyLoad({ url: `${url}${addContactPath}`, ...load });
}

async function lookAtPanel({ url }: ServerProcess, secret: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/painel`, { headers: { Cookie: `painel=${secret}` } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`The panel answered ${answer.status}.`);
  return performance.now() - startedAt;
}
