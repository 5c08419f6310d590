import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import { outages, StoreOutage } from "#server/store/connection/errors.ts";
import { pages } from "#server/store/connection/queries.ts";
import { addKept } from "./counts.ts";
import { claimMs } from "./deliveries.ts";
import { personOf, readLinkKey } from "./pass.ts";
import type { Database, Writing } from "./schema.ts";

export type Erased = { submissions: number; leads: number };

/**
 * Deletes a person from the store, queues the removal at ActiveCampaign, and remembers the erasure, in one transaction.
 */
export function erasePerson(database: Database, email: string, now: number): Promise<Erased> {
  const key = emailKey(email);
  return database.transaction().execute(async (writing) => {
    const { received, delivery, person } = await deletePerson(writing, key);
    // Any of the store's erasure keys would do, as long as it is always the same one.
    const keys = writing.selectFrom("erasure_keys").select("key").orderBy("key");
    const hash = hashOf((await keys.executeTakeFirstOrThrow()).key, key);
    // The erasure gets the latest of these times: the server that received a deleted submission may have a clock ahead
    // of ours.
    const erasedAt = received.reduce((latest, time) => Math.max(latest, time), now);
    await sql`
      insert into erasures (email_hash, erased_at, person) values (${hash}, ${erasedAt}, ${person})
      on conflict (email_hash) do update set erased_at = excluded.erased_at, person = excluded.person
      where erasures.erased_at < excluded.erased_at`.execute(writing);
    // The removal waits for a delivery that is being sent, because this delivery would create the contact again after
    // the removal. For an import, `claimRemoval` waits.
    const sentBy = delivery?.state === "sending" ? delivery.due_at : null;
    const dueAt = Math.max(now, sentBy ?? now);
    await sql`
      insert into removals (email_hash, email, email_key, contact_id, queued_at, due_at, import_id)
      values (${hash}, ${email}, ${key}, ${delivery?.contact_id ?? null}, ${now}, ${dueAt},
        ${delivery?.import_id ?? null})
      on conflict (email_hash) do update set email = excluded.email, email_key = excluded.email_key,
        contact_id = coalesce(excluded.contact_id, removals.contact_id),
        queued_at = excluded.queued_at, due_at = excluded.due_at, done_at = null,
        import_id = coalesce(excluded.import_id, removals.import_id)`.execute(writing);
    return { submissions: received.length, leads: delivery === undefined ? 0 : 1 };
  });
}

/**
 * Deletes the person's lead and submissions; with `until`, only the submissions received up to this time. Returns when
 * the deleted submissions were received, the lead's delivery (each lead has one), and the code in the person's pass.
 */
async function deletePerson(writing: Writing, key: string, until?: number) {
  const all = writing.deleteFrom("submissions").where("email_key", "=", key);
  const theirs = until === undefined ? all : all.where("received_at", "<=", until);
  const deleted = theirs.returning("received_at as receivedAt");
  // Rows are locked in the same order as in `deriveLeads`: in another order, an erasure and `deriveLeads` could wait
  // for each other in Postgres.
  const underived = await deleted.where("derived_at", "is", null).execute();
  const derived = await deleted.where("derived_at", "is not", null).execute();
  const delivery = await deleteLead(writing, key);
  const person = await forgetPass(writing, key);
  // Submissions received after the erasure stay: the lead is derived again, and counted again, from these alone. All
  // other counts stay, because they name no person.
  const derivedAgain = await writing
    .updateTable("submissions")
    .set({ derived_at: null })
    .where("email_key", "=", key)
    .where("derived_at", "is not", null)
    .returning(["received_at as receivedAt", "surface", "source"])
    .execute();
  await addKept(
    writing,
    derivedAgain.map((signUp) => ({ ...signUp, n: -1, people: 0 })),
  );
  const received = [...underived, ...derived].map(({ receivedAt }) => receivedAt);
  return { received, delivery, person };
}

async function deleteLead(writing: Writing, key: string) {
  const lead = await lockLeads(writing).where("email_key", "=", key).executeTakeFirst();
  if (lead === undefined) return undefined;
  const delivery = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "=", lead.id)
    .returning(["state", "due_at", "contact_id", "import_id"])
    .executeTakeFirst();
  await writing.deleteFrom("leads").where("id", "=", lead.id).execute();
  return delivery;
}

/**
 * Removes the person's entry into the class, and the person's places in groups: each group still counts these places.
 */
async function forgetPass(writing: Writing, key: string): Promise<string> {
  const person = personOf(await readLinkKey(writing), key);
  await writing.deleteFrom("entries").where("person", "=", person).execute();
  await writing.deleteFrom("group_places").where("person", "=", person).execute();
  return person;
}

/** Returns those of the given people (codes in their passes) who were erased and have not signed up again. */
export async function erasedAmong(
  database: Database,
  people: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const codes = [...people];
  if (codes.length === 0) return new Set();
  const { rows } = await sql<{ person: string }>`
    select person from erasures where person in (${sql.join(codes)})
      and not exists (select 1 from leads where leads.person = erasures.person)`.execute(database);
  return new Set(rows.map(({ person }) => person));
}

/**
 * Locks leads until the transaction ends, by writing a value that the leads have already: SQLite has no `for update`.
 */
export function lockLeads(writing: Writing) {
  return writing
    .updateTable("leads")
    .set((query) => ({ updated_at: query.ref("updated_at") }))
    .returning("id");
}

/**
 * Removes the traces of erased people from the files of SQLite, by writing all rows anew. `secure_delete` overwrites
 * deleted rows, but not the bytes that stay behind in a page when a row moves to another page.
 */
export async function rewriteStore(database: Database, kind: "sqlite" | "postgres"): Promise<void> {
  if (kind === "postgres") return;
  // SQLite itself waits here until no other process reads the write-ahead log, because only then it can empty the log.
  await sql`pragma busy_timeout = 5000`.execute(database);
  await sql`vacuum`.execute(database);
  // While another program reads the store, SQLite cannot empty the write-ahead log. SQLite reports this only in the
  // result of the checkpoint, and throws no error.
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  if (rows[0]?.busy !== 0) throw new StoreOutage(outages.stillRead);
}

const pageSize = 1_000;

/** Erases again the people whom a restored copy has brought back, and returns how many they were. */
export async function reapplyErasures(database: Database): Promise<number> {
  let erased = 0;
  // Both tables are searched, because retention may have removed the submissions of a lead and kept the lead.
  for (const [table, time] of [
    ["submissions", "received_at"],
    ["leads", "created_at"],
  ] as const) {
    const pageAfter = async (lastId: number) => {
      const page = sql<{ id: number; email_key: string; at: number }>`
        select id, email_key, ${sql.ref(time)} as at from ${sql.table(table)}
        where id > ${lastId} order by id limit ${pageSize}`;
      return (await page.execute(database)).rows;
    };
    for await (const page of pages(pageAfter)) {
      const keys = page.map(({ email_key }) => email_key);
      for (const [key, until] of await erasedSince(database, keys)) {
        if (!page.some(({ email_key, at }) => email_key === key && at <= until)) continue;
        await database.transaction().execute((writing) => deletePerson(writing, key, until));
        erased += 1;
      }
    }
  }
  return erased;
}

/**
 * Returns when the people with these e-mail keys were erased; a person who was not erased is left out. Give this
 * function one page of keys at a time, because each key is a parameter of the query.
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
    .orderBy("erased_at")
    .execute();
  return new Map(rows.map((row) => [byHash.get(row.email_hash) ?? "", row.erased_at]));
}

/**
 * Returns the e-mail keys by their hashes: one hash under each of the store's erasure keys. The result is empty while
 * no person was ever erased, because no hash is stored yet.
 */
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
    emailKeys.map((emailKey) => [hashOf(key, emailKey), emailKey] as const),
  );
  return new Map(pairs);
}

function hashOf(key: string, emailKey: string): string {
  return createHmac("sha256", key).update(emailKey).digest("hex");
}

/**
 * After this time an import that got no answer counts as ended. ActiveCampaign may have accepted the import all the
 * same, and then needs a minute or two for it.
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

/** Marks a removal as done, and removes from its row everything that names the person. */
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
