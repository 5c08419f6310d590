import { expect, onTestFinished, test } from "vitest";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import {
  createTemporaryStore,
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { claimNext } from "./deliveries.ts";
import { deriveLeads } from "./derive-leads.ts";
import { claimRemoval, erasePerson, reapplyErasures } from "./erasure.ts";
import { openDatabase } from "./open-store.ts";
import { readLinkKey } from "./pass.ts";
import type { Database } from "./schema.ts";

test.each(engines)("on %s the removal waits for a delivery that is under way", async (engine) => {
  const database = await temporaryDatabase(engine);
  await signUp(database, 100);
  await deriveLeads(database, 200);
  const claim = await claimNext(database, 300);
  await database.updateTable("deliveries").set({ contact_id: "12" }).execute();
  await erasePerson(database, "Ana@example.com", 400);
  expect(await database.selectFrom("removals").selectAll().execute()).toMatchObject([
    { email: "Ana@example.com", contact_id: "12", queued_at: 400, due_at: claim?.until },
  ]);
  expect(await claimRemoval(database, 400)).toBeUndefined();
  expect(await claimRemoval(database, claim?.until ?? 0)).toMatchObject({
    email: "Ana@example.com",
    contactId: "12",
    queuedAt: 400,
  });
});

test.each(engines)(
  "on %s an erasure is remembered by a hash, another in each store",
  async (engine) => {
    const [one, other] = [await newStore(engine), await newStore(engine)];
    await erasePerson(one, ana.email, 100);
    await erasePerson(other, ana.email, 100);
    const [ours] = await one.selectFrom("erasures").selectAll().execute();
    const [theirs] = await other.selectFrom("erasures").selectAll().execute();
    expect(ours?.email_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(ours?.email_hash).not.toBe(theirs?.email_hash);
    const passKeys = [await readLinkKey(one), await readLinkKey(other)];
    expect(passKeys[0]).not.toBe(passKeys[1]);
  },
);

test.each(engines)(
  "on %s people are erased again up to their erasure, and no later",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, 100);
    await erasePerson(database, ana.email, 200);
    await signUp(database, 201);
    await deriveLeads(database, 300);
    expect(await reapplyErasures(database)).toBe(0);
    await signUp(database, 200);
    await deriveLeads(database, 300);
    expect(await reapplyErasures(database)).toBe(1);
    await deriveLeads(database, 300);
    expect(await count(database, "leads")).toBe(1);
    expect(await count(database, "submissions")).toBe(1);
  },
);

test("what a server with a fast clock had received is erased again too", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, 500);
  await erasePerson(database, ana.email, 200);
  await signUp(database, 500);
  expect(await reapplyErasures(database)).toBe(1);
  await deriveLeads(database, 600);
  expect(await count(database, "submissions")).toBe(0);
  expect(await count(database, "leads")).toBe(0);
});

test("an erasure that fails has erased nothing", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, 100);
  await deriveLeads(database, 200);
  await database.schema.alterTable("removals").renameTo("elsewhere").execute();
  await expect(erasePerson(database, ana.email, 300)).rejects.toThrow("removals");
  expect(await count(database, "leads")).toBe(1);
  expect(await count(database, "submissions")).toBe(1);
  expect(await count(database, "erasures")).toBe(0);
});

test.each(engines)(
  "on %s deriving during an erasure brings no erased person back and loses none",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let round = 1; round <= 8; round += 1) {
      const erasedAt = round * 1_000;
      for (let index = 0; index < 5; index += 1) await signUp(database, erasedAt - 500 + index);
      await Promise.all([
        deriveLeads(database, erasedAt),
        erasePerson(database, ana.email, erasedAt),
        deriveLeads(database, erasedAt),
      ]);
      await deriveLeads(database, erasedAt);
      expect(await count(database, "leads"), `round ${round}`).toBe(0);
      await Promise.all([
        erasePerson(database, ana.email, erasedAt + 1),
        signUp(database, erasedAt + 500).then(() => deriveLeads(database, erasedAt)),
      ]);
      await deriveLeads(database, erasedAt);
      expect(await count(database, "leads")).toBe(await count(database, "submissions"));
      await erasePerson(database, ana.email, erasedAt + 600);
    }
  },
);

/**
 * Makes a store by migrations, so that it has new keys: the copies of stores that other tests use all have the same
 * keys.
 */
async function newStore(engine: Engine): Promise<Database> {
  const { store, remove } = await createTemporaryStore(engine);
  const database = await openDatabase(store);
  onTestFinished(() => database.destroy().then(remove));
  return database;
}

function signUp(database: Database, receivedAt: number): Promise<void> {
  return appendSubmission(database, { lead: ana, surface: "popup", receivedAt });
}

async function count(
  database: Database,
  table: "leads" | "submissions" | "erasures",
): Promise<number> {
  return (await database.selectFrom(table).selectAll().execute()).length;
}
