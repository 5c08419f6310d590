import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { pages } from "#server/store/connection/paging.ts";
import { heldInQuery } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";

/** A person as the search sees them: the phone is null when it could not be read. */
export type SearchedPerson = Lead & { phone: string | null };
export type FoundPeople = { count: number; people: SearchedPerson[] };

const pageSize = 5_000;

/**
 * Finds the people who fit, and returns how many there are and the first of them. Every lead is read, because no index
 * knows parts of names; 30,000 leads take a fraction of a second.
 */
export async function searchPeople(
  database: Database,
  fits: (person: SearchedPerson) => boolean,
  maxPeople: number,
): Promise<FoundPeople> {
  const found = new Set<string>();
  const people: SearchedPerson[] = [];
  for (const source of [leadsAfter, heldAfter]) {
    for await (const page of pages((lastId) => source(database, lastId))) {
      for (const { id, email_key, ...person } of page) {
        if (found.has(email_key) || !fits(person)) continue;
        found.add(email_key);
        if (people.length < maxPeople) people.push(person);
      }
    }
  }
  return { count: found.size, people };
}

function leadsAfter(database: Database, lastId: number) {
  return database
    .selectFrom("leads")
    .select(["id", "email_key", ...leadFields, "phone"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

/** A person whose only sign-up is held back has no lead. */
async function heldAfter(database: Database, lastId: number) {
  const rows = await database
    .selectFrom("submissions")
    .select(["id", "email_key", ...leadFields])
    .where("id", ">", lastId)
    .where(heldInQuery)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map((row) => ({ ...row, phone: null }));
}
