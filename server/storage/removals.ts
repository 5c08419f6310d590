import { claimMs } from "./claims.ts";
import type { Database } from "./tables.ts";

/** Somebody who is to be removed at ActiveCampaign. */
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
        .orderBy("due_at")
        .limit(1),
    )
    .returning(["email_hash", "email", "contact_id", "queued_at"])
    .executeTakeFirst();
  if (claimed === undefined) return undefined;
  const { email_hash, email, contact_id, queued_at } = claimed;
  return {
    emailHash: email_hash,
    email: email ?? "",
    contactId: contact_id,
    queuedAt: queued_at,
    until,
  };
}

/** Nothing is left that names the person. */
export async function endRemoval(
  database: Database,
  { emailHash, until }: Removal,
  now: number,
): Promise<void> {
  await database
    .updateTable("removals")
    .set({ email: null, email_key: null, contact_id: null, due_at: null, done_at: now })
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
