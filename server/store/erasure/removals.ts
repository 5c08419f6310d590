import { sql } from "kysely";
import { claimMs } from "#server/store/deliveries/deliveries.ts";
import type { Database } from "#server/store/row-types.ts";
import { hashesOf } from "./erasure.ts";

/**
 * After this time an import that got no answer counts as ended. ActiveCampaign may have accepted it all the same, and
 * then needs a minute or two for it.
 */
const unansweredEndsWithinMs = 15 * 60_000;

/** The claimed removal of a person at ActiveCampaign. The claim holds until the time in `until`. */
export type Removal = {
  emailHash: string;
  email: string;
  contactId: string | null;
  queuedAt: number;
  until: number;
};

/**
 * Claims the removal that has been due for the longest time. A removal waits for an open import that contains the person:
 * an import that ends later would create the contact again.
 */
export async function claimRemoval(database: Database, now: number): Promise<Removal | undefined> {
  const until = now + claimMs;
  const { rows } = await sql<Removal>`
    update removals set due_at = ${until}
    where due_at <= ${now} and email_hash = (
      select email_hash from removals as due_removals
      where due_at <= ${now} and not exists (
        select 1 from imports where imports.id = due_removals.import_id and (
          check_at is not null
          or (batch is null and sent_at > ${now - unansweredEndsWithinMs})
        )
      ) order by due_at limit 1
    )
    returning email_hash as "emailHash", coalesce(email, '') as email,
      contact_id as "contactId", queued_at as "queuedAt", due_at as until`.execute(database);
  return rows[0];
}

/** Marks a removal as done, and leaves nothing in it that names the person. */
export async function endRemoval(
  database: Database,
  { emailHash, until }: Removal,
  now: number,
): Promise<void> {
  await sql`
    update removals set email = null, email_key = null, contact_id = null, import_id = null,
      due_at = null, done_at = ${now}
    where email_hash = ${emailHash} and due_at = ${until}`.execute(database);
}

export async function removeLater(
  database: Database,
  { emailHash, until }: Removal,
  dueAt: number,
): Promise<void> {
  await sql`
    update removals set due_at = ${dueAt} where email_hash = ${emailHash} and due_at = ${until}
  `.execute(database);
}

/** The last removal of this person, open or done. */
export async function findRemoval(database: Database, emailKey: string) {
  const hashes = [...(await hashesOf(database, [emailKey])).keys()];
  if (hashes.length === 0) return undefined;
  return database
    .selectFrom("removals")
    .select(["email", "contact_id", "queued_at", "done_at"])
    .where("email_hash", "in", hashes)
    .orderBy("queued_at", "desc")
    .executeTakeFirst();
}
