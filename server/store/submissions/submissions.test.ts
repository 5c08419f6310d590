import { expect, test } from "vitest";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { appendSubmissions, type Submission } from "./submissions.ts";

test.each(engines)("on %s a submission is stored as it was typed", async (engine) => {
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
  "on %s each answer is stored in its column, whatever the order of the answers",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const backwards = { whatsapp: ana.whatsapp, email: ana.email, name: ana.name };
    for (const lead of [ana, backwards])
      await appendSubmission(database, { receivedAt: 1, surface: "popup", lead });
    const stored = await database
      .selectFrom("submissions")
      .select(["name", "email", "whatsapp"])
      .execute();
    expect(stored).toEqual([ana, ana]);
  },
);

test.each(engines)("on %s fifty sign-ups at once are all stored", async (engine) => {
  const database = await temporaryDatabase(engine);
  const submission = { lead: ana, surface: "popup", receivedAt: 100 } as const;
  await Promise.all(Array.from({ length: 50 }, () => appendSubmission(database, submission)));
  const stored = await database.selectFrom("submissions").select("id").execute();
  expect(new Set(stored.map(({ id }) => id)).size).toBe(50);
});

test.each(engines)(
  "on %s groups with the same keys in different orders are all stored, each key once",
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

function keyed(idempotencyKey: string): Submission {
  return { lead: ana, surface: "popup", receivedAt: 100, idempotencyKey };
}
