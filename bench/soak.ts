import { cpus } from "node:os";
import { type Message, quantile, sendLoad, signUp } from "./load.ts";
import { amount, type ServerProcess, startServer, withDataFolder } from "./server.ts";

const minutes = amount("MINUTES", 30);
const load = { perSecond: 300, seconds: amount("SECONDS", 60), connections: 32 };
const messages: (() => Message)[] = [
  () => ({ method: "GET", path: "/", headers: ["accept-encoding: br"] }),
  signUp,
  () => ({ method: "GET", path: "/politica-privacidade" }),
  signUp,
  () => ({ method: "GET", path: "/readyz" }),
];

type Minute = { p50Ms: number; p99Ms: number; memoryMb: number; failed: number };

/** Sends page visits, sign-ups and health checks at a steady rate, minute by minute. */
export async function benchSoak(): Promise<string> {
  const rows = await withDataFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    const measured: Minute[] = [];
    while (measured.length < minutes) measured.push(await soakMinute(server, measured.length + 1));
    await server.stop();
    return measured;
  });
  return summary(rows);
}

async function soakMinute(server: ServerProcess, number: number): Promise<Minute> {
  let sent = 0;
  const next = () => messages[sent++ % messages.length]?.() ?? signUp();
  const { timesMs, failed } = await sendLoad({ url: server.url, ...load, next });
  const [p50Ms, p99Ms] = [quantile(timesMs, 0.5), quantile(timesMs, 0.99)];
  const memoryMb = server.memoryMb();
  const times = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  console.log(`minute ${number}: ${times}, ${memoryMb.toFixed()} MB, failed ${failed}`);
  return { p50Ms, p99Ms, memoryMb, failed };
}

/** Compares the first five minutes with the last five, to show whether memory or response times grow. */
function summary(rows: Minute[]): string {
  const mean = (some: Minute[], of: keyof Minute) =>
    (some.reduce((sum, row) => sum + row[of], 0) / some.length).toFixed(1);
  const line = (name: string, of: keyof Minute) =>
    `| ${name} | ${mean(rows.slice(0, 5), of)} | ${mean(rows.slice(-5), of)} |`;
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return [
    "| | first five minutes | last five minutes |",
    "|---|---:|---:|",
    line("p50, ms", "p50Ms"),
    line("p99, ms", "p99Ms"),
    line("resident memory, MB", "memoryMb"),
    "",
    `${rows.length} minutes at ${load.perSecond} requests a second (two fifths pages, two fifths sign-ups, one fifth health) on ${cpus().length} cores, load and server together; failed: ${failed}.`,
  ].join("\n");
}
