import { createHmac } from "node:crypto";
import type { Database, Writing } from "#server/storage/tables.ts";

/** When each of these was erased; who never was is missing. No more than a page at once. */
export async function erasedSince(
  database: Database,
  emailKeys: readonly string[],
): Promise<Map<string, number>> {
  const byHash = await hashesOf(database, emailKeys);
  if (byHash.size === 0) return new Map();
  const rows = await database
    .selectFrom("erasures")
    .selectAll()
    .where("email_hash", "in", [...byHash.keys()])
    .execute();
  const erased = new Map<string, number>();
  for (const { email_hash, erased_at } of rows) {
    const emailKey = byHash.get(email_hash) ?? "";
    erased.set(emailKey, Math.max(erased_at, erased.get(emailKey) ?? -Infinity));
  }
  return erased;
}

/**
 * Dates an erasure before a sign-up of that person that is settled later: an erasure removes every sign-up, so this one came
 * after it, whatever a clock said. Without this, a restore would remove the sign-up as erased.
 */
export async function liftErasures(
  writing: Writing,
  signUps: readonly { emailKey: string; receivedAt: number }[],
): Promise<void> {
  const keys = signUps.map(({ emailKey }) => emailKey);
  for (const [key, erasedAt] of await erasedSince(writing, keys)) {
    const times = signUps.filter(({ emailKey }) => emailKey === key).map((one) => one.receivedAt);
    const first = Math.min(...times);
    if (first <= erasedAt) await moveErasure(writing, key, first - 1);
  }
}

async function moveErasure(writing: Writing, emailKey: string, until: number): Promise<void> {
  const hashes = [...(await hashesOf(writing, [emailKey])).keys()];
  await writing
    .updateTable("erasures")
    .set({ erased_at: until })
    .where("email_hash", "in", hashes)
    .where("erased_at", ">", until)
    .execute();
}

/** None as long as nobody was erased: then there is nothing to look for. */
async function hashesOf(
  database: Database,
  emailKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom("erasure_keys")
    .select("key")
    .where((query) => query.exists(query.selectFrom("erasures").select("email_hash")))
    .execute();
  const pairs = rows.flatMap(({ key }) =>
    emailKeys.map((emailKey) => [hash(key, emailKey), emailKey] as const),
  );
  return new Map(pairs);
}

function hash(key: string, emailKey: string): string {
  return createHmac("sha256", key).update(emailKey).digest("hex");
}

/** The later of two erasures holds, though the clock was set back between them: what both removed must not come back. */
export async function rememberErasure(
  writing: Writing,
  emailKey: string,
  erasedAt: number,
): Promise<void> {
  const erasure = { email_hash: await mainHash(writing, emailKey), erased_at: erasedAt };
  await writing
    .insertInto("erasures")
    .values(erasure)
    .onConflict((conflict) =>
      conflict
        .column("email_hash")
        .doUpdateSet({ erased_at: erasedAt })
        .where("erasures.erased_at", "<", erasedAt),
    )
    .execute();
}

/** What ActiveCampaign may hold of a person: `dueAt` and `importId` let a delivery that is under way end first. */
export type QueuedRemoval = {
  email: string;
  contactId: string | null;
  queuedAt: number;
  dueAt: number;
  importId: number | null;
};

export async function queueRemoval(
  writing: Writing,
  emailKey: string,
  { email, contactId, queuedAt, dueAt, importId }: QueuedRemoval,
): Promise<void> {
  const removal = { email, email_key: emailKey, queued_at: queuedAt, due_at: dueAt, done_at: null };
  await writing
    .insertInto("removals")
    .values({
      ...{ ...removal, email_hash: await mainHash(writing, emailKey) },
      ...{ contact_id: contactId, import_id: importId },
    })
    .onConflict((conflict) =>
      conflict.column("email_hash").doUpdateSet((query) => ({
        ...removal,
        contact_id: query.fn.coalesce("excluded.contact_id", "removals.contact_id"),
        import_id: query.fn.coalesce("excluded.import_id", "removals.import_id"),
      })),
    )
    .execute();
}

/** Any of the keys will do, as long as it is always the same. */
async function mainHash(database: Database, emailKey: string): Promise<string> {
  const { key } = await database
    .selectFrom("erasure_keys")
    .select("key")
    .orderBy("key")
    .executeTakeFirstOrThrow();
  return hash(key, emailKey);
}

/** What is still to be done, or was done, about a person at ActiveCampaign. */
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
