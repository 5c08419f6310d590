import type { ExpressionBuilder } from "kysely";
import { claimMs } from "#server/storage/deliveries/claims.ts";
import type { Database, Tables } from "#server/storage/tables.ts";

/** An import whose answer never came may have been taken all the same: it takes a minute or two. */
const unansweredEndsWithinMs = 15 * 60_000;

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

/** It would bring back over there whoever is removed before it ends. */
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

const nothingOfThem = { email: null, email_key: null, contact_id: null, import_id: null } as const;

/** Nothing is left that names the person. */
export async function endRemoval(
  database: Database,
  { emailHash, until }: Removal,
  now: number,
): Promise<void> {
  await database
    .updateTable("removals")
    .set({ ...nothingOfThem, due_at: null, done_at: now })
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
