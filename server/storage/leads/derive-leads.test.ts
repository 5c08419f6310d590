import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/storage/tables.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { deriveLeads } from "./derive-leads.ts";
import { type ListedLead, listLeads } from "./leads.ts";

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

test.each(engines)(
  "on %s a submission becomes a lead with its number read and a delivery that is due",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, ana, 100);
    expect(await deriveLeads(database, 200)).toBe(1);
    expect(await leads(database)).toMatchObject([
      { ...ana, phone: "+5511987654321", createdAt: 100, state: "due" },
    ]);
  },
);

test.each(engines)("on %s keeping the books again changes nothing", async (engine) => {
  const database = await temporaryDatabase(engine);
  await append(database, ana, 100);
  await deriveLeads(database, 200);
  const before = await leads(database);
  expect(await deriveLeads(database, 300)).toBe(0);
  expect(await leads(database)).toEqual(before);
});

test.each(engines)(
  "on %s two spellings of one address are one lead with the newest values",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, ana, 100);
    await append(database, { name: "Ana", email: "ANA@example.com", whatsapp: "abc" }, 200);
    await deriveLeads(database, 300);
    expect(await leads(database)).toMatchObject([
      { name: "Ana", email: "ANA@example.com", whatsapp: "abc", phone: "+5511987654321" },
    ]);
  },
);

test.each(engines)(
  "on %s an older submission that is settled later does not win, and a blank never does",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, { ...ana, name: "New" }, 200);
    await deriveLeads(database, 300);
    await append(database, { ...ana, name: "Old" }, 100);
    await append(database, { ...ana, name: "" }, 400);
    await deriveLeads(database, 500);
    expect(await leads(database)).toMatchObject([{ name: "New", createdAt: 100 }]);
  },
);

test.each(engines)("on %s more submissions than a batch are all settled", async (engine) => {
  const database = await temporaryDatabase(engine);
  await appendMany(database, { submissions: 201, people: 201 });
  expect(await deriveLeads(database, 300)).toBe(201);
  expect(await leads(database)).toHaveLength(201);
});

test.each(engines)(
  "on %s eight bookkeepers at once settle each submission once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let index = 0; index < 250; index += 1)
      await append(database, { ...ana, email: `ana${index % 50}@example.com` }, index);
    const keepers = Array.from({ length: 8 }, () => deriveLeads(database, 300));
    const settled = await Promise.all(keepers);
    expect(settled.reduce((sum, count) => sum + count)).toBe(250);
    expect(await leads(database)).toHaveLength(50);
  },
);

test.each(engines)("on %s books that cannot be kept are kept later, whole", async (engine) => {
  const database = await temporaryDatabase(engine);
  await append(database, ana, 100);
  await database.schema.alterTable("deliveries").renameTo("gone").execute();
  await expect(deriveLeads(database, 200)).rejects.toThrow("deliveries");
  await database.schema.alterTable("gone").renameTo("deliveries").execute();
  expect(await leads(database)).toEqual([]);
  expect(await deriveLeads(database, 300)).toBe(1);
  expect(await leads(database)).toMatchObject([{ ...ana, state: "due" }]);
});

async function temporaryDatabase(engine: Engine): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

function append(database: Database, lead: typeof ana, receivedAt: number): Promise<void> {
  return appendSubmission(database, { lead, surface: "popup", receivedAt });
}

async function appendMany(
  database: Database,
  { submissions, people }: { submissions: number; people: number },
): Promise<void> {
  const all = Array.from({ length: submissions }, (_, index) => ({
    ...ana,
    email: `ana${index % people}@example.com`,
  }));
  await Promise.all(all.map((lead) => append(database, lead, 100)));
}

async function leads(database: Database) {
  const all: ListedLead[] = [];
  for await (const lead of listLeads(database)) all.push(lead);
  return all;
}
