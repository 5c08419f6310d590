import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { addContactPath } from "#lead/contract.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { signUp } from "./sign-up-load.ts";
import { writeSoakChart } from "./soak-chart.ts";
import { writeSection } from "./write-section.ts";

/**
 * `SOAK_MINUTES=2 npm run bench -- soak` runs for two minutes instead of thirty, and changes neither `docs/speed.md`
 * nor its chart.
 */
const defaultMinutes = 30;
const perSecond = 300;
const connections = 32;
const secondsPerMinute = 60;
const picture = "![99th percentile and memory, minute by minute](soak.svg)";

type SoakMinute = { p50Ms: number; p99Ms: number; memoryMb: number; failed: number };

/** Sends page visits, sign-ups and health checks at a steady rate, minute by minute. */
export async function benchSoak(): Promise<void> {
  const minutes = readMinutes(process.env["SOAK_MINUTES"] || String(defaultMinutes));
  const dataDir = await mkdtemp(join(tmpdir(), "bench-soak-"));
  const settings = { PORT: "0", DATA_DIR: dataDir, TRUSTED_PROXIES: "1" };
  const server = await startProcess("build/server/main.js", settings);
  const rows: SoakMinute[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const row = await soakMinute(server);
    rows.push(row);
    console.log(
      `minute ${minute}: p50 ${row.p50Ms} ms, p99 ${row.p99Ms} ms, ${row.memoryMb} MB, failed ${row.failed}`,
    );
  }
  await server.stop();
  await rm(dataDir, { recursive: true });
  console.log(summary(rows));
  if (rows.length < defaultMinutes) return;
  await writeSection("docs/speed.md", "soak", `${picture}\n\n${summary(rows)}`);
  await writeSoakChart("docs/soak.svg", rows);
}

function readMinutes(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(
    `SOAK_MINUTES is "${text}". Set it to a whole number of minutes, or leave it out.`,
  );
}

async function soakMinute(server: ServerProcess): Promise<SoakMinute> {
  const result = await autocannon({
    url: server.url,
    connections,
    duration: secondsPerMinute,
    overallRate: perSecond,
    requests: [
      { method: "GET", path: "/", headers: { "accept-encoding": "br" } },
      {
        method: "POST",
        path: addContactPath,
        setupRequest: (request) => ({ ...request, ...signUp() }),
      },
      { method: "GET", path: "/politica-privacidade" },
      {
        method: "POST",
        path: addContactPath,
        setupRequest: (request) => ({ ...request, ...signUp() }),
      },
      { method: "GET", path: "/readyz" },
    ],
  });
  return {
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    memoryMb: Math.round(server.memoryMb()),
    failed: result.non2xx + result.errors,
  };
}

/**
 * Compares the means of the first five minutes with those of the last five minutes, to show whether memory or response
 * times grow.
 */
function summary(rows: SoakMinute[]): string {
  const [first, last] = [rows.slice(0, 5), rows.slice(-5)];
  const mean = (some: SoakMinute[], of: (row: SoakMinute) => number) =>
    some.reduce((sum, row) => sum + of(row), 0) / some.length;
  const line = (name: string, of: (row: SoakMinute) => number) =>
    `| ${name} | ${mean(first, of).toFixed(1)} | ${mean(last, of).toFixed(1)} |`;
  return [
    "| | first five minutes | last five minutes |",
    "|---|---:|---:|",
    line("p50, ms", ({ p50Ms }) => p50Ms),
    line("p99, ms", ({ p99Ms }) => p99Ms),
    line("resident memory, MB", ({ memoryMb }) => memoryMb),
    "",
    `${rows.length} minutes at ${perSecond} requests a second (two fifths pages, two fifths sign-ups, one fifth health) on ${cpus().length} cores, load and server together; failed: ${rows.reduce((sum, { failed }) => sum + failed, 0)}.`,
  ].join("\n");
}
