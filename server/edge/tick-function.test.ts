import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { countInPostgres } from "#tests/support/faults/store.ts";
import { ana, bia } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import {
  createPostgresDatabase,
  openStore,
  queryPostgres,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { createTickFunction } from "./tick-function.ts";

const token = "0123456789abcdef";
const url = "https://functions.example/courier-tick";

test("a hundred ticks at once are answered, and share the work and connections of one", async () => {
  const { env, database, connections } = await openPostgres();
  const fake = await startFakeActiveCampaign({ token: "key" });
  onTestFinished(() => fake.stop());
  const account = { ACTIVECAMPAIGN_URL: fake.url, ACTIVECAMPAIGN_TOKEN: "key" };
  const { ask, works, messages } = functionOver({ ...env, ...account });
  const before = await connections();
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: Date.now() });
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(token)));
  // A tick is answered before its work.
  expect(fake.requests).toEqual([]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  await expect.poll(() => fake.requests.length).toBeGreaterThan(0);
  expect((await connections()) - before).toBeLessThanOrEqual(3);
  await Promise.all(works);
  expect(fake.contacts.map(({ email }) => email)).toEqual([ana.email]);
  await appendSubmission(database, { lead: bia, surface: "popup", receivedAt: Date.now() });
  await ask(token);
  await Promise.all(works);
  expect(fake.contacts.map(({ email }) => email)).toEqual([ana.email, bia.email]);
  expect(messages).toEqual([]);
});

test("after a tick that has not found its database, the next one opens it and works", async () => {
  const { env } = await openPostgres();
  const name = `late_${randomUUID().replaceAll("-", "")}`;
  const late = env.DATABASE_URL.replace(/\/\w+$/, `/${name}`);
  const { ask, works, messages } = functionOver({ DATABASE_URL: late });
  await ask(token);
  await Promise.all(works);
  expect(messages).toHaveLength(1);
  await tellPostgres(env.DATABASE_URL, `create database ${name}`);
  onTestFinished(() => tellPostgres(env.DATABASE_URL, `drop database ${name} with (force)`));
  await ask(token);
  await Promise.all(works);
  expect(await queryPostgres(late, "select count(*) from leads")).toEqual([{ count: 0 }]);
  expect(messages).toHaveLength(1);
});

test("the next tick of an instance uses the connections of the first", async () => {
  const { env } = await openPostgres();
  const { ask, works } = functionOver({
    DATABASE_URL: `${env.DATABASE_URL}?application_name=tick`,
  });
  const connections = async () => {
    await ask(token);
    await Promise.all(works);
    const ofTicks = "select pid from pg_stat_activity where application_name = 'tick'";
    return queryPostgres(
      env.DATABASE_URL,
      `${ofTicks} and datname = current_database() order by pid`,
    );
  };
  const first = await connections();
  expect(first).not.toEqual([]);
  expect(await connections()).toEqual(first);
});

test.each([
  ["POST", "0123456789abcdeF", 401],
  ["POST", "", 401],
  ["GET", token, 405],
])("%s with the secret %j begins no work", async (method, given, status) => {
  const { ask, works } = functionOver({ DATABASE_URL: "postgres://a@127.0.0.1:1/a" });
  expect((await ask(given, method)).status).toBe(status);
  expect(works).toEqual([]);
});

test("without a secret of its own the tick does nothing, and the log says so", async () => {
  const { ask, works, messages } = functionOver({ TICK_TOKEN: "short" });
  expect((await ask("short")).status).toBe(503);
  expect(works).toEqual([]);
  expect(JSON.stringify(messages)).toContain("TICK_TOKEN");
});

async function openPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const database = await openStore(store);
  onTestFinished(() => database.destroy());
  const connections = () =>
    countInPostgres(store.url, "pg_stat_activity where datname = current_database()");
  return { env: { DATABASE_URL: store.url }, database, connections };
}

function functionOver(env: Record<string, string>) {
  const works: Promise<void>[] = [];
  const messages: unknown[] = [];
  const write = (...line: unknown[]) => void messages.push(line);
  const log = { info: write, warn: write, error: write, fatal: write };
  const settings = { SITE_URL: "https://black.example", TICK_TOKEN: token, ...env };
  const answer = createTickFunction(settings, log, {
    workOn: (work) => works.push(work),
    stopping: new AbortController().signal,
  });
  const ask = async (secret: string, method = "POST") =>
    answer(new Request(url, { method, headers: { authorization: `Bearer ${secret}` } }));
  return { ask, works, messages };
}
