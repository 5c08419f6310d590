import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fillStore, openStore } from "./fill-store.ts";
import { quantile, signUp, timesOf } from "./load.ts";
import { amount, type ServerProcess, startServer, withDataFolder } from "./server.ts";

const people = amount("PEOPLE", 1_000_000);
const rounds = amount("ROUNDS", 10);
const load = { perSecond: 100, seconds: amount("SECONDS", 15), next: signUp };
const viewers = 3;
const renewEveryMs = 3_000;
/** Longer than the server keeps the figures, so that each of these looks reads them again. */
const fullReadEveryMs = 5_200;

type Look = () => Promise<number>;

/**
 * Sends sign-ups at a steady rate to a server with a million people, in turns without a viewer of the panel and with
 * three of them. The order changes in each round, so that other work on the machine disturbs both.
 */
export async function benchPanel(): Promise<undefined> {
  await withDataFolder(async (folder) => {
    await fillStore(folder, { people });
    const secret = addPanelFigures(folder);
    const server = await startServer({ DATA_DIR: folder });
    const look = () => lookAtPanel(server, secret);
    await timesOf(server.url, load);
    await printFullReads(look);
    const unwatched: number[][] = [];
    const watched: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        async () => unwatched.push(await timesOf(server.url, load)),
        async () => watched.push(await timesWhileWatched(server, look)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    printComparison(unwatched, watched, "p50", 0.5);
    printComparison(unwatched, watched, "p99", 0.99);
    console.log(`resident memory: ${Math.round(server.memoryMb())} MB`);
    await server.stop();
  });
}

async function printFullReads(look: Look): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    times.push(await look());
    await sleep(fullReadEveryMs);
  }
  const [first = 0, ...warm] = times;
  console.log(
    `${people} people: the panel's first answer in ${first.toFixed(0)} ms, warm p50 ${quantile(warm, 0.5).toFixed(1)} ms, slowest ${Math.max(...warm).toFixed(1)} ms`,
  );
}

async function timesWhileWatched(server: ServerProcess, look: Look): Promise<number[]> {
  const stopped = new AbortController();
  const watching = Array.from({ length: viewers }, async (_, viewer) => {
    await sleep((viewer * renewEveryMs) / viewers);
    while (!stopped.signal.aborted) {
      await look();
      await sleep(renewEveryMs);
    }
  });
  const times = await timesOf(server.url, load);
  stopped.abort();
  await Promise.all(watching);
  return times;
}

async function lookAtPanel({ url }: ServerProcess, secret: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/painel`, { headers: { Cookie: `painel=${secret}` } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`The panel answered ${answer.status}.`);
  return performance.now() - startedAt;
}

function printComparison(
  unwatched: number[][],
  watched: number[][],
  name: string,
  share: number,
): void {
  const [one, other] = [unwatched, watched].map((times) =>
    quantile(times.flat(), share).toFixed(2),
  );
  const ratios = watched.map(
    (times, round) => quantile(times, share) / quantile(unwatched[round] ?? [], share),
  );
  console.log(
    `sign-ups at ${load.perSecond}/s, ${name}: ${one} ms without a viewer, ${other} ms with ${viewers} viewers; median of the ratios of ${rounds} rounds ${quantile(ratios, 0.5).toFixed(3)}`,
  );
}

/** Adds what the panel counts besides people. Returns the secret of a session. */
function addPanelFigures(dataDir: string): string {
  const secret = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(secret).digest("hex");
  const now = Date.now();
  const file = openStore(dataDir);
  file.exec(`begin; ${figures}; commit`);
  const key =
    "insert into panel_keys (link_hash, session_hash, may_write, made_at, used_at) values (?, ?, 0, ?, ?)";
  file.prepare(key).run(hash, hash, now, now);
  file.close();
  return secret;
}

/** Every twentieth sign-up was sent very fast, and every five hundredth is held. */
const figures = `
  update submissions set flag = 'too-fast' where id % 20 = 1;
  update submissions set flag = 'honeypot', derived_at = null where id % 500 = 0;
  insert into imports (batch, size, sent_at, checks) select 'x', 250, created_at, 1 from leads where id % 250 = 0;
  update deliveries set contact_id = 'x', import_id = (lead_id - 1) / 250 + 1;
  insert into groups (link, members, stop_at, opened_at)
    select 'https://chat.whatsapp.com/exemplo', ${people}, ${people}, 1 from leads limit 10;
  insert into group_places (group_id, number, person)
    select (id - 1) % 10 + 1, (id - 1) / 10 + 1, 'pessoa-' || id from leads;
  create temp table steps (step, surface);
  insert into steps values ('view', 'none'), ('popup-opened', 'popup'), ('form-begun', 'popup'),
    ('form-begun', 'page'), ('sent', 'popup'), ('sent', 'page'), ('kept', 'popup'), ('kept', 'page'),
    ('error-shown', 'popup'), ('group-press', 'none'), ('entered', 'none');
  create temp table sources (source);
  insert into sources values ('instagram'), ('facebook'), ('whatsapp'), ('youtube'), ('tiktok'),
    ('google'), ('telegram'), ('email'), ('indicacao'), ('direct'), ('other');
  insert into minute_counts (minute, views, sign_ups, new_people, group_presses, entered)
    select created_at - created_at % 60000, count(*) * 4, count(*), count(*), count(*), count(*) from leads group by 1;
  insert into visit_counts (hour, step, source, surface, count)
    select hour, step, source, surface, people / 22 + 1 from steps, sources,
    (select created_at - created_at % 3600000 as hour, count(*) as people from leads group by 1);
  insert into step_totals (step, source, surface, count, new_people)
    select step, source, surface, sum(count), 0 from visit_counts group by step, source, surface`;
