import { createHmac } from "node:crypto";
import type { Database, Writing } from "#server/store/tables.ts";

/**
 * Returns, for those of these e-mail keys whose person was erased, the time of the erasure. Give it one page of keys at
 * a time.
 */
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
 * Stores an erasure. Of two erasures of a person the later time stays, even if the clock was set back between them:
 * what either erasure removed must not come back.
 */
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

/**
 * Dates a person's erasure before a submission that is derived later, because a restore would otherwise delete the
 * submission as erased. An erasure deletes every submission, so this submission came after it, whatever a clock said.
 */
export async function dateErasuresBefore(
  writing: Writing,
  submissions: readonly { emailKey: string; receivedAt: number }[],
): Promise<void> {
  const keys = submissions.map(({ emailKey }) => emailKey);
  for (const [key, erasedAt] of await erasedSince(writing, keys)) {
    const theirs = submissions.filter(({ emailKey }) => emailKey === key);
    const first = Math.min(...theirs.map(({ receivedAt }) => receivedAt));
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

/**
 * Returns the e-mail keys by their hashes: one hash under each of the store's erasure keys. Empty while no person was
 * ever erased, because no hash is stored yet.
 */
export async function hashesOf(
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

/**
 * Returns the hash under which an erasure is stored. Any of the store's erasure keys would do, as long as it is always
 * the same one.
 */
export async function mainHash(database: Database, emailKey: string): Promise<string> {
  const { key } = await database
    .selectFrom("erasure_keys")
    .select("key")
    .orderBy("key")
    .executeTakeFirstOrThrow();
  return hash(key, emailKey);
}

function hash(key: string, emailKey: string): string {
  return createHmac("sha256", key).update(emailKey).digest("hex");
}
