import { expect, test } from "vitest";
import { idempotencyHeader } from "#lead/contract.ts";
import { createAppender } from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { appOver, openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { type Engine, engines } from "#tests/support/store/temporary-database.ts";
import { createRateLimits } from "./rate-limits.ts";

const keyed = { [idempotencyHeader]: "0123456789abcdef" };

test.each(engines)(
  "on %s the same sign-up sent three times with one key is accepted each time and stored once",
  async (engine) => {
    const { app, database } = await setUp(engine);
    for (const _ of [1, 2, 3]) {
      const answer = await postJson(app, ana, keyed);
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    }
    expect(await countSubmissions(database)).toBe(1);
  },
);

test.each(engines)(
  "on %s fifty equal sign-ups at once with one key are stored once",
  async (engine) => {
    const { app, database } = await setUp(engine);
    const all = Array.from({ length: 50 }, () => postJson(app, ana, keyed));
    const answers = await Promise.all(all);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countSubmissions(database)).toBe(1);
  },
);

test.each(engines)(
  "on %s fifty equal sign-ups at once at fifty servers are stored once",
  async (engine) => {
    const { database } = await setUp(engine);
    // Each app has its own queue, as each server process has.
    const all = Array.from({ length: 50 }, () =>
      postJson(appOver(database, { append: createAppender(database) }), ana, keyed),
    );
    expect((await Promise.all(all)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(await countSubmissions(database)).toBe(1);
  },
);

test.each(engines)(
  "on %s another sign-up with a used key is refused and not stored",
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

test("of two different sign-ups at once with one key, one is refused", async () => {
  const { app, database } = await setUp("sqlite");
  const two = [ana, { ...ana, name: "Bia" }].map((lead) => postJson(app, lead, keyed));
  const statuses = (await Promise.all(two)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 422]);
  expect(await countSubmissions(database)).toBe(1);
});

test("without a valid key each sign-up is stored", async () => {
  const { app, database } = await setUp("sqlite");
  for (const headers of [
    {},
    { [idempotencyHeader]: "short" },
    { [idempotencyHeader]: "a b c d e" },
  ])
    for (const _ of [1, 2]) expect((await postJson(app, ana, headers)).status).toBe(200);
  expect(await countSubmissions(database)).toBe(6);
});

test("the answer is the same for a known and for an unknown e-mail", async () => {
  const { app } = await setUp("sqlite");
  await postJson(app, ana);
  const known = await postJson(app, ana);
  const unknown = await postJson(app, bia);
  expect(await readAnswer(known)).toEqual(await readAnswer(unknown));
  expect(await readAnswer(await postForm(app, ana))).toEqual(
    await readAnswer(await postForm(app, caio)),
  );
});

async function readAnswer(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
  return { status: answer.status, headers, body: await answer.text() };
}

async function countSubmissions(database: Database): Promise<number> {
  return (await database.selectFrom("submissions").select("id").execute()).length;
}

function setUp(engine: Engine) {
  return openApp({ limits: createRateLimits(() => 0) }, engine);
}
