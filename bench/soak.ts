import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { writeSection } from "./page/results.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { writeSoakChart } from "./soak-chart.ts";

/** `SOAK_MINUTES=2 npm run bench -- soak` for a shorter one, which is not written down. */
const wholeMinutes = 30;
const perSecond = 300;
const connections = 32;
const secondsAMinute = 60;

export type SoakMinute = { p50Ms: number; p99Ms: number; memoryMb: number; failed: number };

let visitors = 0;

/** Pages, sign-ups and health questions at a steady pace: nothing may grow, slow down or fail. */
export async function benchSoak(): Promise<void> {
  const minutes = Number(process.env["SOAK_MINUTES"] ?? wholeMinutes);
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
  if (minutes < wholeMinutes) return;
  await writeSection("docs/speed.md", "soak", summary(rows));
  await writeSoakChart(rows);
}

async function soakMinute(server: ServerProcess): Promise<SoakMinute> {
  const result = await autocannon({
    url: server.url,
    connections,
    duration: secondsAMinute,
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

function signUp() {
  visitors += 1;
  const address = [visitors >> 16, visitors >> 8, visitors].map((part) => part & 255).join(".");
  return {
    headers: {
      "content-type": "application/json",
      apikey: links.publicKey,
      "x-forwarded-for": `10.${address}`,
    },
    body: JSON.stringify({
      name: `Visitante ${visitors} de Exemplo`,
      email: `visitante${visitors}@exemplo.com`,
      whatsapp: "(11) 98765-4321",
    }),
  };
}

/** The first five minutes against the last five: what grows shows there. */
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
