import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { sendLoad } from "./load.ts";

const rounds = Number(process.env["ROUNDS"] || 5);
const load = { seconds: 3, connections: 64 };
/** After its start a server compresses its pages and the next ones, beside its answers. */
const settleMs = 10_000;

type Result = { perSecond: number; microseconds: number; failed: number };
type Contestant = Awaited<ReturnType<typeof start>>;

/**
 * Sends sign-ups to a bare server, and to the lead function with different stores. They take turns, so that other work
 * on the machine disturbs all of them.
 */
export async function benchFunction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const store = await startTemporaryPostgres();
  const contestants = [
    await start("bare server", {}, "bench/bare-server.ts"),
    await start("SQLite", { DATA_DIR: folder }),
    await start("Postgres", { DATABASE_URL: store.url }),
  ];
  await sleep(settleMs);
  for (const one of contestants) await measure(one);
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of contestants) one.results.push(await measure(one));
    const rates = contestants.map(({ name, results }) => `${name} ${results.at(-1)?.perSecond}/s`);
    console.log(`round ${round}: ${rates.join(", ")}`);
  }
  for (const { server } of contestants) {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
  await store.stop();
  await rm(folder, { recursive: true });
  return table(contestants).join("\n");
}

/** Starts our server, or another script, in its own process. The settings in a developer's `.env` do not apply to it. */
async function start(
  name: string,
  settings: Record<string, string>,
  script = "build/server/main.js",
) {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, ...blankSettings, PORT: "0", TRUSTED_PROXIES: "1", ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await printedAddress(server);
  const results: Result[] = [];
  return { name, server, url: address.replace("localhost", "127.0.0.1"), results };
}

/** Sends sign-ups as fast as they are answered. */
async function measure({ server, url }: Contestant): Promise<Result> {
  const before = processorMs(server.pid);
  const { perSecond, accepted, failed } = await sendLoad({ url, ...load });
  const microseconds = ((processorMs(server.pid) - before) * 1_000) / accepted;
  return { perSecond, microseconds, failed };
}

/** The kernel counts in ticks of 10 ms: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;

/** The processor time that a process, with all its threads, has used until now. */
function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, could contain spaces, so the fields are counted from the bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/**
 * Compares the contestants with the first one, always results of the same round: only these have met the same other work on
 * the machine.
 */
function table(contestants: Contestant[]): string[] {
  const bare = contestants[0]?.results ?? [];
  const rows = contestants.map(({ name, results }) => {
    const failed = results.reduce((sum, result) => sum + result.failed, 0);
    const figures = (["perSecond", "microseconds"] as const).flatMap((of) => [
      median(results.map((result) => result[of])).toFixed(0),
      median(results.map((result, round) => result[of] / (bare[round]?.[of] ?? NaN))).toFixed(2),
    ]);
    return `| ${[name, ...figures, failed].join(" | ")} |`;
  });
  return [
    "| | sign-ups a second | of the bare server's | processor time of each, µs | in the bare server's | failed |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
    "",
    `Medians of ${rounds} rounds on ${cpus().length} cores, load and servers together, Node ${process.versions.node}; each ratio is the median of the rounds' ratios.`,
  ];
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? NaN;
}
