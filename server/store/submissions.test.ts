import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { ana } from "#tests/support/people.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import type { Database } from "./schema.ts";
import { appendSubmissions, createAppender, type Submission } from "./submissions.ts";

const promisedMs = 3_000;

test.each(engines)(
  "on %s groups with the same keys in different orders are all stored, each key once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let round = 0; round < 8; round += 1) {
      const group = Array.from({ length: 100 }, (_, index) => keyed(`key ${round}-${index}`));
      const groups = [group, group.toReversed(), group, group.toReversed()];
      const all = await Promise.all(groups.map((each) => appendSubmissions(database, each)));
      expect(all.flat().filter((appended) => appended === "stored")).toHaveLength(100);
    }
  },
);

test.each(engines)(
  "on %s a refused sign-up does not make the others of its group fail",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    // This index makes a sign-up fail by another column than the idempotency key, because a known idempotency key is no
    // failure.
    await sql`create unique index one_agent on submissions (user_agent)`.execute(database);
    const append = patientAppender(database);
    await append(signUp("first", { userAgent: "taken" }));
    const names = Array.from({ length: 7 }, (_, index) => `visitor ${index}`);
    const all = await Promise.allSettled([
      ...names.map((name) => append(signUp(name))),
      append(signUp("refused", { userAgent: "taken" })),
      ...names.map((name) => append(signUp(name))),
    ]);
    expect(all.map(({ status }) => status)).toEqual([
      ...names.map(() => "fulfilled"),
      "rejected",
      ...names.map(() => "fulfilled"),
    ]);
    expect(await storedNames(database)).toEqual(["first", ...names, ...names]);
  },
);

test.each(engines)(
  "on %s a sign-up that waits for too long is answered with late, and a repeat with the same key is the same sign-up",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const unlock = await lock(database, engine);
    const append = createAppender(database, { withinMs: 50 });
    const keyed = signUp("Ana", { idempotencyKey: "0123456789abcdef" });
    expect(await append(keyed)).toBe("late");
    expect(await append(signUp("Bia"))).toBe("late");
    await unlock();
    expect(await patientAppender(database)(keyed)).toMatch(/^(stored|repeated)$/);
    expect((await storedNames(database)).filter((name) => name === "Ana")).toHaveLength(1);
  },
);

test("a sign-up is answered within the promised time while the store is locked", async () => {
  const database = await temporaryDatabase("sqlite");
  const unlock = await lock(database, "sqlite");
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const answered = vi.fn();
  void createAppender(database)(signUp("Ana")).then(answered);
  await vi.advanceTimersByTimeAsync(promisedMs - 1);
  expect(answered).toHaveBeenCalledWith("late");
  await unlock();
});

/** Locks the table of submissions until the returned function is called. */
async function lock(database: Database, engine: Engine): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding = Promise.resolve();
  await new Promise<void>((resolve) => {
    holding = database.transaction().execute(async (writing) => {
      if (engine === "postgres") await sql`lock table submissions`.execute(writing);
      resolve();
      await released;
    });
  });
  return () => {
    release();
    return holding;
  };
}

function signUp(name: string, special: Partial<Submission> = {}): Submission {
  return { lead: { ...ana, name }, surface: "popup", receivedAt: 100, ...special };
}

async function storedNames(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("name").orderBy("id").execute();
  return rows.map(({ name }) => name);
}

function keyed(idempotencyKey: string): Submission {
  return { lead: ana, surface: "popup", receivedAt: 100, idempotencyKey };
}
