import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { quantile, sendLoad } from "./load.ts";

const rounds = Number(process.env["ROUNDS"] || 5);
const secondsPerLoad = 3;
/** The connections of all servers of a contestant together. */
const connections = 64;
/** After its start a server compresses the pages of the coming phases, beside its answers. */
const settleMs = 10_000;

type Result = { perSecond: number; microseconds: number; failed: number };
type Figure = "perSecond" | "microseconds";
type Contestant = { name: string; servers: ServerProcess[]; results: Result[] };

/**
 * Sends sign-ups to a bare server, and to the lead function with different stores. They take turns, so that other work
 * on the machine disturbs all of them.
 */
export async function benchFunction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const store = await startTemporaryPostgres();
  const bare = await startServer({}, "bench/bare-server.ts");
  const sqlite = await startServer({ DATA_DIR: folder });
  const first = await startServer({ DATABASE_URL: store.url });
  const second = await startServer({ DATABASE_URL: store.url });
  const text = await compare([
    { name: "bare server", servers: [bare], results: [] },
    { name: "SQLite", servers: [sqlite], results: [] },
    { name: "Postgres, one process", servers: [first], results: [] },
    { name: "Postgres, two processes", servers: [first, second], results: [] },
  ]);
  for (const server of [bare, sqlite, first, second]) await server.stop();
  await store.stop();
  await rm(folder, { recursive: true });
  return text;
}

type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts our server, or another script, in its own process. The settings in a developer's `.env` do not apply to it. */
async function startServer(settings: Record<string, string>, script = "build/server/main.js") {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, ...blankSettings, PORT: "0", TRUSTED_PROXIES: "1", ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await printedAddress(server);
  return {
    url: address.replace("localhost", "127.0.0.1"),
    processorMs: () => processorMs(server),
    async stop() {
      server.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
    },
  };
}

/** The kernel counts in ticks of 10 ms: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;

/** The processor time that a process, with all its threads, has used until now. */
function processorMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, could contain spaces, so the fields are counted from the bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * tickMs;
}

async function compare(contestants: Contestant[]): Promise<string> {
  await sleep(settleMs);
  for (const one of contestants) await measure(one);
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of contestants) one.results.push(await measure(one));
    const rates = contestants.map(({ name, results }) => `${name} ${results.at(-1)?.perSecond}/s`);
    console.log(`round ${round}: ${rates.join(", ")}`);
  }
  return table(contestants).join("\n");
}

/** Sends sign-ups to all servers of a contestant at the same time, as fast as they answer. */
async function measure({ servers }: Contestant): Promise<Result> {
  const used = () => servers.reduce((sum, server) => sum + server.processorMs(), 0);
  const before = used();
  const load = { seconds: secondsPerLoad, connections: connections / servers.length };
  const loads = await Promise.all(servers.map(({ url }) => sendLoad({ url, ...load })));
  const total = (of: "perSecond" | "accepted" | "failed") =>
    loads.reduce((sum, one) => sum + one[of], 0);
  const microseconds = ((used() - before) * 1_000) / total("accepted");
  return { perSecond: total("perSecond"), microseconds, failed: total("failed") };
}

/** Compares the contestants with the first one. */
function table(contestants: Contestant[]): string[] {
  const [bare] = contestants;
  const rows = contestants.map((one) => {
    const failed = one.results.reduce((sum, result) => sum + result.failed, 0);
    const rate = [Math.round(medianOf(one, "perSecond")), medianRatio(one, bare, "perSecond", 2)];
    const work = [
      Math.round(medianOf(one, "microseconds")),
      medianRatio(one, bare, "microseconds", 1),
    ];
    return `| ${[one.name, ...rate, ...work, failed].join(" | ")} |`;
  });
  return [
    "| | sign-ups a second | of the bare server's | processor time of each, µs | in the bare server's | failed |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
    "",
    `Medians of ${rounds} rounds on ${cpus().length} cores, load and servers together, Node ${process.versions.node}; each ratio is the median of the rounds' ratios.`,
  ];
}

/** Compares results of the same round: only these have met the same other work on the machine. */
function medianRatio(
  one: Contestant,
  other: Contestant | undefined,
  of: Figure,
  digits: number,
): string {
  const ratios = one.results.map((result, round) => {
    return result[of] / (other?.results[round]?.[of] ?? Number.NaN);
  });
  return quantile(ratios, 0.5).toFixed(digits);
}

function medianOf({ results }: Contestant, of: Figure): number {
  return quantile(
    results.map((result) => result[of]),
    0.5,
  );
}
