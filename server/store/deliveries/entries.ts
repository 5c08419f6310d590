import { sql } from "kysely";
import type { Database } from "#server/store/row-types.ts";

/** A person who entered the class, and whose contact is to get the tag for it. */
export type DueEntry = { person: string; at: number; email: string; contactId: string | null };

const waitMs = 60_000;

/**
 * The entry whose tag has been due for the longest time. An entry whose lead is not derived or not delivered yet waits for
 * a minute, without a try.
 */
export async function dueEntry(database: Database, now: number): Promise<DueEntry | undefined> {
  const { rows } = await sql<DueEntry>`
    select entries.person, entries.at, leads.email, contact_id as "contactId" from entries
    join leads on leads.person = entries.person
    join deliveries on deliveries.lead_id = leads.id
    where tag_due_at <= ${now} and (state = 'delivered' or contact_id is not null)
    order by tag_due_at limit 1`.execute(database);
  if (rows[0] === undefined)
    await sql`
      update entries set tag_due_at = ${now + waitMs} where tag_due_at <= ${now}`.execute(database);
  return rows[0];
}

/** `dueAt`: when to try again; null if there is nothing more to do. */
export async function setTagDue(
  database: Database,
  { person }: DueEntry,
  dueAt: number | null,
): Promise<void> {
  await sql`update entries set tag_due_at = ${dueAt} where person = ${person}`.execute(database);
}
