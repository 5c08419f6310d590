import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { erasePerson, rewriteStore } from "#server/store/erasure.ts";
import type { Database } from "#server/store/schema.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { randomFrom } from "#tests/support/chance.ts";
import { ana } from "#tests/support/people.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { copySqlite } from "./backup.ts";

const people = 1_000;
const erasedPeople = 200;
const perBatch = 250;
/** How many random letters each text begins with: enough that no two texts begin with the same letters. */
const beginning = 9;

test("a backup and the store's own files contain nothing of erased people", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  const texts = await signUpAll(database);
  const erased = texts.slice(0, erasedPeople);
  for (const person of erased) await erasePerson(database, person.email, 300);
  await database.updateTable("removals").set({ email: null, email_key: null }).execute();
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  // The store must contain traces of erased people before the rewrite, or this test would prove nothing.
  expect(foundIn([sqliteFile(folder)], erased)).not.toEqual([]);
  const backup = join(await temporaryFolder(), "leads.backup");
  await copySqlite(sqliteFile(folder), backup);
  expect(foundIn([backup], erased)).toEqual([]);
  await rewriteStore(database, "sqlite");
  const files = ["", "-wal", "-shm"].map((part) => `${sqliteFile(folder)}${part}`);
  expect(foundIn(files, erased)).toEqual([]);
  expect(foundIn(files, texts.slice(-1))).not.toEqual([]);
  await database.destroy();
});

type Texts = Record<"email" | "name" | "longName" | "key" | "otherKey" | "agent", string>;

/**
 * Every person signs up once, and a third of them a second time with a longer name, which moves rows from page to page.
 */
async function signUpAll(database: Database): Promise<Texts[]> {
  await sql`pragma synchronous = off`.execute(database);
  // The same random letters in each run, so that the pages of the store are the same.
  const random = randomFrom(1);
  const word = () => random().toString(36).slice(2, 12).padEnd(10, "0");
  const texts = Array.from({ length: people }, () => ({
    email: `${word()}@example.com`,
    name: `N${word()}`,
    longName: `L${word()}${"x".repeat(60)}`,
    key: `K${word()}${word()}${word()}`,
    otherKey: `O${word()}${word()}${word()}`,
    agent: `A${word()}`,
  }));
  const order = texts.toSorted((one, other) => (one.agent < other.agent ? -1 : 1));
  await appendInBatches(database, order.map(firstSignUp));
  await appendInBatches(database, texts.slice(0, people / 3).map(secondSignUp));
  return texts;
}

function firstSignUp({ email, name, key, agent }: Texts) {
  const lead = { ...ana, name, email };
  const surface = "popup" as const;
  return { lead, surface, receivedAt: 100, idempotencyKey: key, userAgent: agent };
}

function secondSignUp(texts: Texts) {
  return firstSignUp({ ...texts, name: texts.longName, key: texts.otherKey });
}

async function appendInBatches(
  database: Database,
  signUps: ReturnType<typeof firstSignUp>[],
): Promise<void> {
  for (let at = 0; at < signUps.length; at += perBatch) {
    await appendSubmissions(database, signUps.slice(at, at + perBatch));
    await deriveLeads(database, 200);
  }
}

/**
 * Finds all texts of these people in one pass over the bytes of the files: a separate search for each text would take
 * minutes.
 */
function foundIn(files: string[], persons: Texts[]): string[] {
  const texts = persons.flatMap((one) => Object.values(one));
  const byBeginning = new Map(texts.map((text) => [text.slice(0, beginning), text]));
  const bytes = files.map((file) => readFileSync(file, "latin1")).join("");
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const text = byBeginning.get(bytes.slice(at, at + beginning));
    if (text !== undefined && bytes.startsWith(text, at)) found.push(text);
  }
  return found;
}
