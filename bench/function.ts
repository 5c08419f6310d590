import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { pageRequest, pageRequests, quantile, sendLoad, signUp, timesOf } from "./load.ts";
import { amount, type ServerProcess, startServer, withDataFolder } from "./server.ts";

const rounds = amount("ROUNDS", 5);
const secondsPerLoad = amount("SECONDS", 3);
const manyLeads = amount("PEOPLE", 1_000_000);
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
    const [emptyFolder, fullFolder] = [join(folder, "empty"), join(folder, "full")];
    await fillStore(fullFolder, { people: manyLeads });
    const store = await startTemporaryPostgres();
    const bare = await startServer({}, "bench/bare-server.mjs");
    const empty = await startServer({ DATA_DIR: emptyFolder });
    const full = await startServer({ DATA_DIR: fullFolder });
    const first = await startServer({ DATABASE_URL: store.url });
    const second = await startServer({ DATABASE_URL: store.url });
    const text = await compare([
      { name: "bare server", servers: [bare], results: [] },
      { name: "SQLite", servers: [empty], results: [] },
      { name: "SQLite, a million leads", servers: [full], results: [] },
      { name: "Postgres, one process", servers: [first], results: [] },
      { name: "Postgres, two processes", servers: [first, second], results: [] },
    ]);
    const [emptyMb, fullMb] = [empty, full].map((server) => Math.round(server.memoryMb()));
    for (const server of [bare, empty, full, first, second]) await server.stop();
    await store.stop();
    return `${text}\n\nResident memory ${emptyMb} MB, with a million leads before the load ${fullMb} MB.`;
  });
}

const spreadMs = 30 * 24 * 60 * 60_000;
/** A visit as a link in an advertisement makes it. */
const visit = `json_object(
  'utm_source', case n % 3 when 0 then 'instagram' when 1 then 'email' else 'youtube' end,
  'utm_medium', 'anuncio', 'utm_campaign', 'campanha-' || (n % 12), 'fbclid', 'exemplo-' || n)`;
const source = `json_object('first', ${visit}, 'last', ${visit})`;

/** Lets a server create a store, and writes people into it who signed up in the last thirty days and were delivered. */
async function fillStore(dataDir: string, { people }: { people: number }): Promise<void> {
  await (await startServer({ DATA_DIR: dataDir })).stop();
  const first = Date.now() - spreadMs;
  const file = new Sqlite(join(dataDir, "leads.sqlite"));
  file.exec(`
    begin;
    create temp table sign_ups as
      with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
      select n, 'pessoa-' || n || '@example.com' as email,
        ${first} + n * ${spreadMs} / ${people} as at from counted;
    insert into submissions (received_at, name, email, whatsapp, email_key, surface, derived_at, wording, source)
      select at, 'Pessoa de Exemplo', email, '11987654321', email, 'popup', at, 'aviso-1', ${source} from sign_ups;
    insert into leads (email_key, person, name, email, whatsapp, phone, created_at, updated_at)
      select email, hex(randomblob(16)), 'Pessoa de Exemplo', email, '11987654321', '+5511987654321', at, at from sign_ups;
    insert into deliveries (lead_id, state, attempts, refusals, last_outcome, updated_at)
      select id, 'delivered', 1, 0, 'delivered: imported', created_at + 3000 from leads;
    commit`);
  file.close();
}

async function compare(contestants: Contestant[]): Promise<string> {
  await sleep(settleMs);
  for (const one of contestants) await measure(one);
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of contestants) one.results.push(await measure(one));
    const rates = contestants.map(({ name, results }) => `${name} ${results.at(-1)?.perSecond}/s`);
    console.log(`round ${round}: ${rates.join(", ")}`);
  }
  return [...table(contestants), "", await besideVisits(contestants)].join("\n");
}

/** Sends sign-ups to all servers of a contestant at the same time, as fast as they answer. */
async function measure({ servers }: Contestant): Promise<Result> {
  const used = () => servers.reduce((sum, server) => sum + server.processorMs(), 0);
  const before = used();
  const load = { seconds: secondsPerLoad, connections: connections / servers.length, next: signUp };
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

/**
 * Sends sign-ups evenly at a quarter of SQLite's full rate, beside visits. The bare server gets the same: its times are
 * those of the machine.
 */
async function besideVisits(contestants: Contestant[]): Promise<string> {
  const [bare, sqlite] = contestants;
  if (bare === undefined || sqlite === undefined) throw new Error("There is nothing to compare.");
  const perSecond = Math.round(medianOf(sqlite, "perSecond") / 4);
  const visits = Math.round(perSecond / 6);
  const texts: string[] = [];
  for (const { name, servers } of [bare, sqlite]) {
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const { url } of servers) times.push(await timesBeside(url, perSecond, visits));
    const [p50, p99] = [0.5, 0.99].map((share) =>
      quantile(
        times.map((round) => quantile(round, share)),
        0.5,
      ).toFixed(1),
    );
    texts.push(`${name} p50 ${p50} ms, p99 ${p99} ms`);
  }
  return `${perSecond} sign-ups a second, a quarter of SQLite's full rate, beside ${visits} visits (a document and a report each): ${texts.join("; ")}.`;
}

async function timesBeside(url: string, perSecond: number, visits: number): Promise<number[]> {
  let sent = 0;
  const nextOfPage = () => pageRequest(sent++);
  const seconds = secondsPerLoad;
  const [times] = await Promise.all([
    timesOf(url, { perSecond, seconds, next: signUp }),
    timesOf(url, { perSecond: visits * pageRequests, seconds, next: nextOfPage }),
  ]);
  return times;
}
