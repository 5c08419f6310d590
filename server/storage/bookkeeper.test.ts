import { expect, onTestFinished, test } from "vitest";
import { openTemporaryDatabase } from "#tests/support/temporary-database.ts";
import { settleSubmissions } from "./bookkeeper.ts";
import { claimDue, recordDelivery } from "./deliveries.ts";
import { type ListedLead, listLeads } from "./leads.ts";
import { appendSubmission } from "./submissions.ts";
import type { Database } from "./tables.ts";

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

test("a submission becomes a lead with its number read and a delivery that is due", async () => {
  const database = await temporaryDatabase();
  await append(database, ana, 100);
  expect(await settleSubmissions(database, 200)).toBe(1);
  expect(await leads(database)).toMatchObject([
    { ...ana, phone: "+5511987654321", createdAt: 100, state: "due" },
  ]);
});

test("keeping the books again changes nothing", async () => {
  const database = await temporaryDatabase();
  await append(database, ana, 100);
  await settleSubmissions(database, 200);
  const before = await leads(database);
  expect(await settleSubmissions(database, 300)).toBe(0);
  expect(await leads(database)).toEqual(before);
});

test("two spellings of one address are one lead with the newest values", async () => {
  const database = await temporaryDatabase();
  await append(database, ana, 100);
  await append(database, { name: "Ana", email: "ANA@example.com", whatsapp: "abc" }, 200);
  await settleSubmissions(database, 300);
  expect(await leads(database)).toMatchObject([
    { name: "Ana", email: "ANA@example.com", whatsapp: "abc", phone: "+5511987654321" },
  ]);
});

test("an older submission that is settled later does not win, and a blank never does", async () => {
  const database = await temporaryDatabase();
  await append(database, { ...ana, name: "New" }, 200);
  await settleSubmissions(database, 300);
  await append(database, { ...ana, name: "Old" }, 100);
  await append(database, { ...ana, name: "" }, 400);
  await settleSubmissions(database, 500);
  expect(await leads(database)).toMatchObject([{ name: "New", createdAt: 100 }]);
});

test("more submissions than a batch are all settled", async () => {
  const database = await temporaryDatabase();
  for (let index = 0; index < 201; index += 1)
    await append(database, { ...ana, email: `ana${index}@example.com` }, index);
  expect(await settleSubmissions(database, 300)).toBe(201);
  expect(await leads(database)).toHaveLength(201);
});

test("a lead that signs up again while it is delivered is due again", async () => {
  const database = await temporaryDatabase();
  await append(database, ana, 100);
  await settleSubmissions(database, 100);
  const claim = await claimDue(database, 100);
  if (claim === undefined) throw new Error("nothing was due");
  await append(database, { ...ana, name: "Ana Maria" }, 200);
  await settleSubmissions(database, 200);
  const delivered = { state: "delivered", attempts: 1, dueAt: null, lastOutcome: "ok" } as const;
  await recordDelivery(database, claim, delivered, 300);
  expect(await leads(database)).toMatchObject([{ name: "Ana Maria", state: "due" }]);
});

test("a claimed delivery is nobody else's until its time is up", async () => {
  const database = await temporaryDatabase();
  await append(database, ana, 100);
  await settleSubmissions(database, 100);
  const claim = await claimDue(database, 100);
  expect(await claimDue(database, (claim?.until ?? 0) - 1)).toBeUndefined();
  expect(await claimDue(database, claim?.until ?? 0)).toMatchObject({ lead: { name: "Ana Lima" } });
});

async function temporaryDatabase(): Promise<Database> {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  return database;
}

function append(database: Database, lead: typeof ana, receivedAt: number): Promise<void> {
  return appendSubmission(database, { lead, surface: "popup", receivedAt });
}

async function leads(database: Database) {
  const all: ListedLead[] = [];
  for await (const lead of listLeads(database)) all.push(lead);
  return all;
}
