import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/storage/tables.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { appendSubmissions, findUnderived, type Submission, takeUnderived } from "./submissions.ts";

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

test.each(engines)("on %s a submission is kept as it was typed", async (engine) => {
  const database = await temporaryDatabase(engine);
  const lead = { name: "Zoë D’Ávila 🖤 '\"\\%", email: "Zoë@Example.com", whatsapp: "+55 (11) …" };
  const receivedAt = Date.UTC(2026, 10, 21, 12, 0, 0, 1);
  await appendSubmission(database, { lead, surface: "page", receivedAt });
  expect(await database.selectFrom("submissions").selectAll().execute()).toMatchObject([
    {
      ...lead,
      id: 1,
      email_key: "zoë@example.com",
      surface: "page",
      received_at: receivedAt,
      derived_at: null,
    },
  ]);
});

test.each(engines)(
  "on %s each answer stands in its column, whatever order it came in",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const backwards = { whatsapp: ana.whatsapp, email: ana.email, name: ana.name };
    for (const lead of [ana, backwards])
      await appendSubmission(database, { receivedAt: 1, surface: "popup", lead });
    const kept = await database
      .selectFrom("submissions")
      .select(["name", "email", "whatsapp"])
      .execute();
    expect(kept).toEqual([ana, ana]);
  },
);

test.each(engines)("on %s fifty that come at once are all kept", async (engine) => {
  const database = await temporaryDatabase(engine);
  const submission = { lead: ana, surface: "popup", receivedAt: 100 } as const;
  await Promise.all(Array.from({ length: 50 }, () => appendSubmission(database, submission)));
  const kept = await database.selectFrom("submissions").select("id").execute();
  expect(new Set(kept.map(({ id }) => id)).size).toBe(50);
});

test.each(engines)(
  "on %s groups with the same keys in any order all come through",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let round = 0; round < 20; round += 1) {
      const group = Array.from({ length: 100 }, (_, index) => keyed(`key ${round}-${index}`));
      const groups = [group, group.toReversed(), group, group.toReversed()];
      const all = await Promise.all(groups.map((each) => appendSubmissions(database, each)));
      expect(all.flat().filter((appended) => appended === "stored")).toHaveLength(100);
    }
  },
);

test.each(engines)("on %s the oldest are taken first, each once", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (const receivedAt of [300, 200, 100])
    await appendSubmission(database, { lead: ana, surface: "unknown", receivedAt });
  expect(await take(database, 2)).toMatchObject([
    { ...ana, id: 1, emailKey: "ana@example.com", receivedAt: 300 },
    { id: 2, receivedAt: 200 },
  ]);
  expect(await take(database, 2)).toMatchObject([{ id: 3 }]);
  expect(await take(database, 2)).toEqual([]);
});

async function temporaryDatabase(engine: Engine): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

function keyed(idempotencyKey: string): Submission {
  return { lead: ana, surface: "popup", receivedAt: 100, idempotencyKey };
}

async function take(database: Database, limit: number) {
  const found = await findUnderived(database, limit);
  const ids = found.map(({ id }) => id);
  return database.transaction().execute((writing) => takeUnderived(writing, { now: 1_000, ids }));
}
