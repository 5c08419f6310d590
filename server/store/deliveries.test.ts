import { expect, test } from "vitest";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { type Claim, claimNext, makeDue, recordDelivery } from "./deliveries.ts";
import type { Database } from "./schema.ts";

const delivered = {
  state: "delivered",
  attempts: 1,
  due_at: null,
  last_outcome: "ok",
  contact_id: "7",
} as const;

test.each(engines)(
  "on %s deliveries are claimed in order, and none before its time",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addDue(database, "later", 200);
    await addDue(database, "sooner", 100);
    expect(await claimNext(database, 99)).toBeUndefined();
    expect(await claimNext(database, 200)).toMatchObject({
      attempts: 0,
      lead: { name: "sooner", email: "sooner@example.com", phone: "+5511987654321" },
    });
    expect(await claimNext(database, 200)).toMatchObject({ lead: { name: "later" } });
    expect(await claimNext(database, 200)).toBeUndefined();
  },
);

test.each(engines)(
  "on %s a claimed delivery is not claimed again before its time is up",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addDue(database, "ana", 100);
    const { until } = await claim(database, 100);
    expect(await claimNext(database, until - 1)).toBeUndefined();
    expect(await claimNext(database, until)).toMatchObject({ lead: { name: "ana" } });
  },
);

test.each(engines)("on %s ten couriers at once never claim the same delivery", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (const name of ["ana", "bia", "caio"]) await addDue(database, name, 100);
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimNext(database, 100)));
  const names = claims.flatMap((claimed) => claimed?.lead.name ?? []);
  expect(names).toContain("ana");
  expect(names).toHaveLength(new Set(names).size);
});

test.each(engines)(
  "on %s a lead that signs up again during its delivery is due again",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addDue(database, "ana", 100);
    const ours = await claim(database, 100);
    await makeAllDue(database, 200);
    await recordDelivery(database, ours, delivered, 300);
    expect(await deliveries(database)).toMatchObject([{ state: "due", due_at: 200, attempts: 0 }]);
  },
);

test.each(engines)(
  "on %s the outcome of a claim whose time is up is not stored",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addDue(database, "ana", 100);
    const ours = await claim(database, 100);
    const theirs = await claim(database, ours.until);
    await recordDelivery(database, ours, delivered, ours.until);
    expect(await deliveries(database)).toMatchObject([{ state: "sending", due_at: theirs.until }]);
  },
);

async function addDue(database: Database, name: string, at: number): Promise<void> {
  const email = `${name}@example.com`;
  const lead = {
    name,
    email,
    email_key: email,
    person: "",
    whatsapp: "11 98765-4321",
    phone: "+5511987654321",
  };
  await database.transaction().execute(async (writing) => {
    const { id } = await writing
      .insertInto("leads")
      .values({ ...lead, created_at: at, updated_at: at, consented_at: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await makeDue(writing, [id], at);
  });
}

async function makeAllDue(database: Database, dueAt: number): Promise<void> {
  for (const { lead_id } of await deliveries(database))
    await database.transaction().execute((writing) => makeDue(writing, [lead_id], dueAt));
}

async function claim(database: Database, now: number): Promise<Claim> {
  const claimed = await claimNext(database, now);
  if (claimed === undefined) throw new Error("nothing was due");
  return claimed;
}

function deliveries(database: Database) {
  return database.selectFrom("deliveries").selectAll().execute();
}
