import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { quantile, sendLoad } from "./load.ts";
import { amount, type ServerProcess, startServer, withDataFolder } from "./server.ts";

const rounds = amount("ROUNDS", 5);
const secondsPerLoad = amount("SECONDS", 3);
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
export function benchFunction(): Promise<string> {
  return withDataFolder(async (folder) => {
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
    return text;
  });
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
