import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { standby as standbyFact } from "#server/operator/store-facts.ts";
import { openDatabase, openForSignUps } from "#server/store/connection/open-database.ts";
import { createAppender } from "#server/store/submissions/submissions.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { type Pair, startPair, untilSynchronous } from "#tests/support/faults/standby.ts";
import { countInPostgres, emailSequence } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"];
const testTimeLimitMs = 180_000;
const recovery = { timeout: 60_000, interval: 50 };
const key = "0123456789abcdef";
/**
 * A limit for an answer of Postgres. Without its standby Postgres does not answer a write at all; with the standby it
 * answers much sooner, or the test asks again.
 */
const withinMs = 1_000;

let pair: Pair;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  pair = await startPair((stop) => stops.push(stop));
}, testTimeLimitMs);
afterAll(async () => {
  for (const stop of stops) await stop();
});

test(
  "while Postgres does not wait for its disk, no sign-up is answered 200",
  async () => {
    const { url } = pair.primary;
    const server = await startFaultServer({ DATABASE_URL: url });
    const newEmail = emailSequence();
    const send = async (one: { email: string; key?: string }) =>
      (await signUp({ url: server.url, ...one })).status;
    const signUpNew = () => send({ email: newEmail() });
    const signUpAgain = () => send({ email: ana.email, key: `${key}-at-the-server` });
    const set = async (name: string, value: "on" | "off") => {
      await tellPostgres(url, `alter system set ${name} = ${value}`);
      await tellPostgres(url, "select pg_reload_conf()");
    };
    await expect.poll(signUpAgain, recovery).toBe(200);
    for (const name of settings)
      for (const [value, status] of [["off", 503] as const, ["on", 200] as const]) {
        await set(name, value);
        for (const ask of [server.readiness, signUpNew, signUpAgain])
          await expect.poll(ask, { ...recovery, message: `${name} = ${value}` }).toBe(status);
      }
    await server.end("SIGTERM");
  },
  testTimeLimitMs,
);

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
  testTimeLimitMs,
);

// This test runs without the server: the other work of the server can lock the row, which would hide a repeated sign-up
// that does not itself wait for the standby.
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
    const submission = { lead: ana, surface: "popup", receivedAt: 1, idempotencyKey: key } as const;
    // A connection that is open: to connect could take longer than the limit, and then nothing would be written.
    await sql`select 1`.execute(signUpDatabase);
    await standby.shutDown();
    expect(await append(submission)).toBe("late");
    const waiting = () =>
      countInPostgres(primary.url, "pg_stat_activity where wait_event = 'SyncRep'");
    await expect.poll(waiting, recovery).toBe(1);
    // After a restart, Postgres treats what is on its own disk as committed.
    await primary.shutDown();
    await primary.restart();
    const rows = `submissions where idempotency_key = '${key}'`;
    expect(await countInPostgres(primary.url, rows)).toBe(1);
    // After a restart the first new sign-up reserves 32 numbers, and that write alone waits for the standby. So another
    // sign-up must come before the repeated one.
    expect(await append({ ...submission, idempotencyKey: "fedcba9876543210" })).toBe("late");
    expect(await append(submission)).toBe("late");
    await standby.restart();
    await untilSynchronous({ primary });
    await expect.poll(() => append(submission), recovery).toBe("repeated");
    expect(await countInPostgres(standby.url, rows)).toBe(1);
  },
  testTimeLimitMs,
);
