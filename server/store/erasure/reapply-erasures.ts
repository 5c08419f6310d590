import { pages } from "#server/store/connection/paging.ts";
import type { Database } from "#server/store/tables.ts";
import { deletePerson } from "./erase-person.ts";
import { erasedSince } from "./erasures.ts";

type Stored = { id: number; email_key: string; at: number };

const pageSize = 1_000;

/** Erases the people again whom a restored backup has brought back. Returns how many there were. */
export async function reapplyErasures(database: Database): Promise<number> {
  let people = 0;
  for await (const page of pages((lastId) => submissionsAfter(database, lastId)))
    people += await eraseAgain(database, page);
  // Leads are searched as well as submissions, because retention may have removed the submissions of a lead and kept
  // the lead.
  for await (const page of pages((lastId) => leadsAfter(database, lastId)))
    people += await eraseAgain(database, page);
  return people;
}

function submissionsAfter(database: Database, lastId: number): Promise<Stored[]> {
  return database
    .selectFrom("submissions")
    .select(["id", "email_key", "received_at as at"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

function leadsAfter(database: Database, lastId: number): Promise<Stored[]> {
  return database
    .selectFrom("leads")
    .select(["id", "email_key", "created_at as at"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

async function eraseAgain(database: Database, page: readonly Stored[]): Promise<number> {
  const keys = page.map(({ email_key }) => email_key);
  const erased = await erasedSince(database, keys);
  const isErased = ({ email_key, at }: Stored) => at <= (erased.get(email_key) ?? -Infinity);
  const people = new Set(page.filter(isErased).map(({ email_key }) => email_key));
  for (const key of people) {
    const until = erased.get(key) ?? -Infinity;
    await database.transaction().execute((writing) => deletePerson(writing, key, until));
  }
  return people.size;
}
