import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { standby as standbyFact } from "#server/operator/store-facts.ts";
import { openDatabase, openForSignUps } from "#server/store/open-store.ts";
import { createAppender } from "#server/store/submissions.ts";
import { notDeliveredOnce, startCourierServers } from "#tests/support/faults/courier.ts";
import { type Load, startLoad } from "#tests/support/faults/load.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { type FaultServer, rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { type Pair, promote, startPair, untilSynchronous } from "#tests/support/faults/standby.ts";
import {
  countInPostgres,
  emailSequence,
  emailsInPostgres,
  missingFrom,
} from "#tests/support/faults/store.ts";
import { ana, bia } from "#tests/support/people.ts";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";

const failovers = Math.ceil(rounds / 25);
const timeLimitMs = 180_000;
const visitors = 2;
const recovery = { timeout: 60_000, interval: 100 };
const newEmail = emailSequence();

/** All tests share the first pair of Postgres servers. The last test ends its primary, so no test may follow. */
let pair: Pair;
const stops: (() => void | Promise<void>)[] = [];
const atTheEnd = (stop: () => void | Promise<void>): void => void stops.unshift(stop);

beforeAll(async () => {
  pair = await startPair(atTheEnd);
}, timeLimitMs);
afterAll(async () => {
  for (const stop of stops) await stop();
});

test(
  "doctor tells whether a sign-up survives the loss of a disk",
  async () => {
    const { primary, standby } = pair;
    const check = async (url: string) => {
      const store = { kind: "postgres", url } as const;
      const database = await openDatabase(store);
      return standbyFact({ database, config: { store } }).finally(() => database.destroy());
    };
    const told = async (url: string, level: string, words: string) =>
      expect(await check(url)).toMatchObject({ level, value: expect.stringContaining(words) });
    await told(primary.url, "fine", "uma réplica síncrona também a tem");
    await tellPostgres(primary.url, "create role leads login password 'secret'");
    await tellPostgres(primary.url, "grant all on schema public to leads");
    await tellPostgres(primary.url, "grant all on all tables in schema public to leads");
    const url = Object.assign(new URL(primary.url), { username: "leads", password: "secret" });
    await told(url.href, "notice", "não pode ver");
    await tellPostgres(primary.url, "alter role postgres set synchronous_commit = local");
    await told(primary.url, "notice", "não esperam pela réplica");
    await tellPostgres(primary.url, "alter role postgres reset synchronous_commit");
    await standby.shutDown();
    await expect.poll(async () => (await check(primary.url)).level, recovery).toBe("trouble");
    await told(primary.url, "trouble", "toda inscrição espera por uma");
    await standby.restart();
    await untilSynchronous(pair);
  },
  timeLimitMs,
);

/**
 * The time limit for an answer of Postgres. Without its standby Postgres never answers a write; with the standby it
 * answers much sooner, or the test asks again.
 */
const withinMs = 1_000;

// This test runs before a server is started: other work of the server can lock the row, which would hide a repeated
// sign-up that does not wait for the standby.
test(
  "a repeated sign-up is not acknowledged until the standby has it too",
  async () => {
    const { primary, standby } = pair;
    const store = { kind: "postgres", url: primary.url } as const;
    const database = await openDatabase(store);
    const signUpDatabase = openForSignUps(store, database);
    onTestFinished(async () => {
      await Promise.all([database.destroy(), signUpDatabase.destroy()]);
    });
    const append = createAppender(signUpDatabase, { withinMs });
    const key = "0123456789abcdef";
    const submission = { lead: ana, surface: "popup", receivedAt: 1, idempotencyKey: key } as const;
    // Open the connection before: connecting could take longer than the limit, and nothing would be written.
    await sql`select 1`.execute(signUpDatabase);
    await standby.shutDown();
    expect(await append(submission)).toBe("late");
    const waiting = () =>
      countInPostgres(primary.url, "pg_stat_activity where wait_event = 'SyncRep'");
    await expect.poll(waiting, recovery).toBe(1);
    // After a restart, Postgres treats all data on its own disk as committed.
    await primary.shutDown();
    await primary.restart();
    const rows = `submissions where idempotency_key = '${key}'`;
    expect(await countInPostgres(primary.url, rows)).toBe(1);
    // After a restart the first new sign-up reserves 32 numbers, and that write alone waits for the standby. So another
    // sign-up must come before the repeated sign-up.
    const other = { ...submission, lead: bia, idempotencyKey: "fedcba9876543210" };
    expect(await append(other)).toBe("late");
    expect(await append(submission)).toBe("late");
    await standby.restart();
    await untilSynchronous(pair);
    await expect.poll(() => append(submission), recovery).toBe("repeated");
    expect(await countInPostgres(standby.url, rows)).toBe(1);
  },
  timeLimitMs,
);

type Scene = { pair: Pair; network: FaultProxy; server: FaultServer };

/** Starts a server that reaches the first Postgres through a proxy of the test. */
async function startScene(pair: Pair, whenDone: typeof atTheEnd = onTestFinished): Promise<Scene> {
  const network = await startFaultProxy(pair.primary.url, whenDone);
  const server = await startFaultServer({ DATABASE_URL: network.url }, whenDone);
  return { pair, network, server };
}

let scene: Scene | undefined;

test(
  "while Postgres does not wait for its disk, no sign-up is answered 200",
  async () => {
    scene = await startScene(pair, atTheEnd);
    const { url, readiness } = scene.server;
    const send = async (one: { email: string; key?: string }) =>
      (await signUp({ url, ...one })).status;
    const signUpNew = () => send({ email: newEmail() });
    const again = { email: newEmail(), key: "0123456789abcdef-at-the-server" };
    const signUpAgain = () => send(again);
    const set = async (name: string, value: "on" | "off") => {
      await tellPostgres(pair.primary.url, `alter system set ${name} = ${value}`);
      await tellPostgres(pair.primary.url, "select pg_reload_conf()");
    };
    await expect.poll(signUpAgain, recovery).toBe(200);
    for (const name of ["fsync", "full_page_writes", "synchronous_commit"])
      for (const [value, status] of [["off", 503] as const, ["on", 200] as const]) {
        await set(name, value);
        for (const ask of [readiness, signUpNew, signUpAgain])
          await expect.poll(ask, { ...recovery, message: `${name} = ${value}` }).toBe(status);
      }
  },
  timeLimitMs,
);

test(
  "a server whose Postgres was a standby for a while needs no restart",
  async () => {
    const { network, server } = scene ?? (await startScene(pair));
    const load = startVisitors(server);
    await untilAcknowledged(load);
    network.redirectTo(pair.standby.url);
    network.cut();
    await expect.poll(server.readiness, recovery).toBe(503);
    await untilRefused(load);
    // The proxy redirects only new connections: the old connections to the standby stay open, because the visitors'
    // sign-ups use them all the time.
    network.redirectTo(pair.primary.url);
    await untilAcknowledged(load);
    await expect.poll(server.readiness, recovery).toBe(200);
    await load.end();
    await expectStoredOnce(pair.primary.url, [load]);
  },
  timeLimitMs,
);

test(
  `after a primary is killed (${failovers} times), the standby has all, once`,
  async () => {
    for (let failover = 0; failover < failovers; failover += 1) {
      await failOver(scene ?? (await startScene(await startPair())));
      scene = undefined;
    }
  },
  failovers * timeLimitMs,
);

async function failOver({ pair, network, server }: Scene): Promise<void> {
  const courier = await startCourierScene(pair, network);
  const load = startVisitors(server);
  await untilAcknowledged(load);
  await courier.isAmidDeliveries();
  await pair.primary.kill();
  await untilRefused(load);
  await expect.poll(server.readiness, recovery).toBe(503);
  await promote(pair.standby);
  network.redirectTo(pair.standby.url);
  await untilAcknowledged(load);
  await expect.poll(server.readiness, recovery).toBe(200);
  await load.end();
  // These visitors are new: an old visitor may still get the refusal of a sign-up that was sent during the loss.
  const later = startVisitors(server);
  await untilAcknowledged(later);
  await later.end();
  expect(later.refusals).toEqual([]);
  await expectStoredOnce(pair.standby.url, [load, later]);
  expect([load, later].flatMap((one) => [...one.unanswered, ...one.unconnected])).toEqual([]);
  await courier.expectDeliveredOnce();
}

/** Starts visitors who send a refused sign-up again. */
function startVisitors({ url }: FaultServer): Load {
  const load = startLoad({ url, newEmail, visitors, repeats: true });
  onTestFinished(async () => void (await load.end()));
  return load;
}

/** A server that delivers leads; it has its own database in the same Postgres. */
async function startCourierScene({ primary }: Pair, network: FaultProxy) {
  await tellPostgres(primary.url, "create database deliveries");
  const url = new URL("/deliveries", network.url).href;
  const { fake, startServer, signUp, countDelivered } = await startCourierServers({
    kind: "postgres",
    url,
  });
  const emails = Array.from({ length: 4 }, newEmail);
  await signUp(emails);
  await startServer();
  return {
    isAmidDeliveries: () => expect.poll(() => fake.requests.length, recovery).toBeGreaterThan(2),
    async expectDeliveredOnce() {
      await expect.poll(() => countDelivered().catch(() => 0), recovery).toBe(emails.length);
      expect(notDeliveredOnce(fake, emails)).toEqual([]);
      expect(fake.contacts).toHaveLength(emails.length);
      expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
    },
  };
}

/** Waits until the server has acknowledged one sign-up for each visitor since this call. */
async function untilAcknowledged({ acknowledged }: Load): Promise<void> {
  const more = acknowledged.size + visitors;
  await expect.poll(() => acknowledged.size, recovery).toBeGreaterThanOrEqual(more);
}

/** Waits until the server has refused one sign-up for each visitor since this call. */
async function untilRefused({ refusals }: Load): Promise<void> {
  const more = refusals.length + visitors;
  await expect.poll(() => refusals.length, recovery).toBeGreaterThanOrEqual(more);
}

async function expectStoredOnce(url: string, loads: Load[]): Promise<void> {
  const acknowledged = loads.flatMap((load) => [...load.acknowledged]);
  const stored = await emailsInPostgres(url);
  expect(missingFrom(stored, acknowledged)).toEqual([]);
  expect(await countInPostgres(url, "submissions"), "rows and e-mails").toBe(stored.size);
  const answers = loads.flatMap(({ refusals }) => refusals);
  expect(new Set(answers.map(({ status, retryAfter }) => `${status}, ${retryAfter}`))).toEqual(
    new Set(["503, 5"]),
  );
}
