import { expect, onTestFinished, test } from "vitest";
import { idempotencyHeader } from "#lead/contract.ts";
import { createAppender } from "#server/storage/submissions/group-commit.ts";
import type { Database } from "#server/storage/tables.ts";
import { appOver } from "#tests/support/app/app.ts";
import { ana, postForm, postJson } from "#tests/support/app/posting.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { createRateLimits } from "./rate-limits.ts";

const keyed = { [idempotencyHeader]: "0123456789abcdef" };

test.each(engines)(
  "on %s the same again under one key is answered and kept once",
  async (engine) => {
    const { app, database } = await setUp(engine);
    for (const _ of [1, 2, 3]) {
      const answer = await postJson(app, ana, keyed);
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    }
    expect(await countSubmissions(database)).toBe(1);
  },
);

test.each(engines)("on %s fifty at once under one key are one sign-up", async (engine) => {
  const { app, database } = await setUp(engine);
  const all = Array.from({ length: 50 }, () => postJson(app, ana, keyed));
  const answers = await Promise.all(all);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await countSubmissions(database)).toBe(1);
});

test.each(engines)("on %s fifty at once in groups of one are one sign-up", async (engine) => {
  const { database } = await setUp(engine);
  // Each with a queue of its own, as in so many processes.
  const all = Array.from({ length: 50 }, () =>
    postJson(appOver(database, { append: createAppender(database) }), ana, keyed),
  );
  expect((await Promise.all(all)).filter(({ status }) => status !== 200)).toEqual([]);
  expect(await countSubmissions(database)).toBe(1);
});

test.each(engines)(
  "on %s others under a used key are refused, and change nothing",
  async (engine) => {
    const { app, database } = await setUp(engine);
    await postJson(app, ana, keyed);
    for (const change of [{ name: "Bia" }, { email: "bia@example.com" }, { whatsapp: "1" }]) {
      const answer = await postJson(app, { ...ana, ...change }, keyed);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ ok: false, code: "key-reused" });
    }
    expect(await countSubmissions(database)).toBe(1);
  },
);

test("of two that come at once under one key with other answers, one is refused", async () => {
  const { app, database } = await setUp("sqlite");
  const two = [ana, { ...ana, name: "Bia" }].map((lead) => postJson(app, lead, keyed));
  const statuses = (await Promise.all(two)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 422]);
  expect(await countSubmissions(database)).toBe(1);
});

test("without a key, or with one that is none, each is a sign-up of its own", async () => {
  const { app, database } = await setUp("sqlite");
  for (const headers of [
    {},
    { [idempotencyHeader]: "short" },
    { [idempotencyHeader]: "a b c d e" },
  ])
    for (const _ of [1, 2]) expect((await postJson(app, ana, headers)).status).toBe(200);
  expect(await countSubmissions(database)).toBe(6);
});

test("nobody learns from an answer whether an address is known", async () => {
  const { app } = await setUp("sqlite");
  await postJson(app, ana);
  const known = await postJson(app, ana);
  const fresh = await postJson(app, { ...ana, email: "bia@example.com" });
  expect(await told(known)).toEqual(await told(fresh));
  expect(await told(await postForm(app, ana))).toEqual(
    await told(await postForm(app, { ...ana, email: "eva@example.com" })),
  );
});

async function told(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
  return { status: answer.status, headers, body: await answer.text() };
}

async function countSubmissions(database: Database): Promise<number> {
  return (await database.selectFrom("submissions").select("id").execute()).length;
}

async function setUp(engine: Engine) {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return { app: appOver(database, { limits: createRateLimits(() => 0) }), database };
}
