import type { ExpressionBuilder } from "kysely";
import { claimMs } from "#server/store/deliveries/deliveries.ts";
import type { Database, Tables } from "#server/store/tables.ts";
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

export async function claimRemoval(database: Database, now: number): Promise<Removal | undefined> {
  const until = now + claimMs;
  const claimed = await database
    .updateTable("removals")
    .set({ due_at: until })
    .where("due_at", "<=", now)
    .where("email_hash", "=", (query) =>
      query
        .selectFrom("removals")
        .select("email_hash")
        .where("due_at", "<=", now)
        .where((inner) => inner.not(inner.exists(openImport(inner, now))))
        .orderBy("due_at")
        .limit(1),
    )
    .returning([
      "email_hash as emailHash",
      "email",
      "contact_id as contactId",
      "queued_at as queuedAt",
    ])
    .executeTakeFirst();
  return claimed && { ...claimed, email: claimed.email ?? "", until };
}

/**
 * Finds an open import that contains the person. The removal waits for it, because an import that ends later would
 * create the contact again.
 */
function openImport(query: ExpressionBuilder<Tables, "removals">, now: number) {
  return query
    .selectFrom("imports")
    .select("imports.id")
    .whereRef("imports.id", "=", "removals.import_id")
    .where(({ or, and, eb }) =>
      or([
        eb("imports.check_at", "is not", null),
        and([
          eb("imports.batch", "is", null),
          eb("imports.sent_at", ">", now - unansweredEndsWithinMs),
        ]),
      ]),
    );
}

/** Marks a removal as done, and leaves nothing in it that names the person. */
export async function endRemoval(
  database: Database,
  { emailHash, until }: Removal,
  now: number,
): Promise<void> {
  const noPerson = { email: null, email_key: null, contact_id: null, import_id: null };
  await database
    .updateTable("removals")
    .set({ ...noPerson, due_at: null, done_at: now })
    .where("email_hash", "=", emailHash)
    .where("due_at", "=", until)
    .execute();
}

export async function removeLater(
  database: Database,
  { emailHash, until }: Removal,
  dueAt: number,
): Promise<void> {
  await database
    .updateTable("removals")
    .set({ due_at: dueAt })
    .where("email_hash", "=", emailHash)
    .where("due_at", "=", until)
    .execute();
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
