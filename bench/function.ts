import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addContactPath } from "#lead/contract.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { type Contestant, functionTable, medianOf, type Result } from "./function-table.ts";
import { addLeads } from "./many-leads.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { signUpLoad } from "./sign-up-load.ts";
import { quantile, steadyLoad } from "./steady-load.ts";
import { writeSection } from "./write-section.ts";

const rounds = 5;
const secondsPerLoad = 3;
const manyLeads = 1_000_000;
/** After its start a server compresses the pages of the coming phases, beside its answers. */
const settleMs = 10_000;

/**
 * Sends sign-ups to a bare server, and to the lead function with different stores. They take turns, so that other work
 * on the machine disturbs all of them.
 */
export async function benchFunction(): Promise<void> {
  const bare = await startProcess("bench/bare-server.mjs");
  const empty = await startOnSqlite();
  const full = await startOnSqlite(manyLeads);
  const postgres = await startOnPostgres();
  const [first] = postgres.servers;
  if (first === undefined) throw new Error("No server on Postgres was started.");
  const contestants: Contestant[] = [
    { name: "bare server", servers: [bare], path: "/", results: [] },
    contestant("SQLite", [empty.server]),
    contestant("SQLite, a million leads", [full.server]),
    contestant("Postgres, one process", [first]),
    contestant("Postgres, two processes", postgres.servers),
  ];
  await sleep(settleMs);
  for (const one of contestants) await measure(one);
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of contestants) one.results.push(await measure(one));
    const rates = contestants.map(({ name, results }) => `${name} ${results.at(-1)?.perSecond}/s`);
    console.log(`round ${round}: ${rates.join(", ")}`);
  }
  const lines = [...functionTable(contestants), "", await halfSpeed(contestants), ""];
  const text = [...lines, memoryLine(empty.server, full.server)].join("\n");
  console.log(text);
  await writeSection("docs/speed.md", "function", text);
  await Promise.all([bare.stop(), empty.stop(), full.stop(), postgres.stop()]);
}

function contestant(name: string, servers: ServerProcess[]): Contestant {
  return { name, servers, path: addContactPath, results: [] };
}

async function startOnSqlite(leads = 0) {
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

async function startOnPostgres() {
  const store = await startTemporaryPostgres();
  const settings = { PORT: "0", DATABASE_URL: store.url, TRUSTED_PROXIES: "1" };
  const servers: ServerProcess[] = [];
  for (let count = 0; count < 2; count += 1)
    servers.push(await startProcess("build/server/main.js", settings));
  const stop = async () => {
    for (const server of servers) await server.stop();
    await store.stop();
  };
  return { servers, stop };
}

/** Sends sign-ups to all servers of a contestant at the same time, as fast as they answer. */
async function measure({ servers, path }: Contestant): Promise<Result> {
  const used = () => servers.reduce((sum, server) => sum + server.processorMs(), 0);
  const before = used();
  const load = { seconds: secondsPerLoad, loads: servers.length };
  const loads = await Promise.all(
    servers.map(({ url }) => signUpLoad({ url: `${url}${path}`, ...load })),
  );
  const total = (of: "perSecond" | "accepted" | "refused") =>
    loads.reduce((sum, one) => sum + one[of], 0);
  const microseconds = ((used() - before) * 1_000) / total("accepted");
  return { perSecond: total("perSecond"), microseconds, refused: total("refused") };
}

/** Sends sign-ups evenly at half of SQLite's full rate, to the bare server too: its times are those of the machine. */
async function halfSpeed([bare, sqlite]: readonly Contestant[]): Promise<string> {
  if (bare === undefined || sqlite === undefined) throw new Error("There is nothing to compare.");
  const perSecond = Math.round(medianOf(sqlite, "perSecond") / 2);
  const texts: string[] = [];
  for (const { name, servers, path } of [bare, sqlite]) {
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const { url } of servers)
        times.push(await steadyLoad({ url: `${url}${path}`, seconds: secondsPerLoad, perSecond }));
    const [p50, p99] = [0.5, 0.99].map((share) =>
      quantile(
        times.map((round) => quantile(round, share)),
        0.5,
      ).toFixed(1),
    );
    texts.push(`${name} p50 ${p50} ms, p99 ${p99} ms`);
  }
  return `At half of SQLite's full rate, ${perSecond} a second, sent evenly: ${texts.join("; ")}.`;
}

function memoryLine(empty: ServerProcess, full: ServerProcess): string {
  const [without, many] = [empty, full].map((server) => Math.round(server.memoryMb()));
  return `Resident memory ${without} MB, with a million leads before the load ${many} MB.`;
}
