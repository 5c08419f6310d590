import type { Selectable } from "kysely";
import type { Database, Tables, Writing } from "#server/store/tables.ts";

/** What a store remembers of erased people. It must be kept when a backup replaces the store. */
export type KeptErasures = {
  keys: Selectable<Tables["erasure_keys"]>[];
  erasures: Selectable<Tables["erasures"]>[];
  removals: Selectable<Tables["removals"]>[];
};

export const noErasures: KeptErasures = { keys: [], erasures: [], removals: [] };

/** How many rows are written at a time: SQLite accepts 32,766 values in a statement. */
const chunkSize = 1_000;

export async function readErasures(database: Database): Promise<KeptErasures> {
  const [keys, erasures, removals] = await Promise.all([
    database.selectFrom("erasure_keys").selectAll().execute(),
    database.selectFrom("erasures").selectAll().execute(),
    database.selectFrom("removals").selectAll().execute(),
  ]);
  return erasures.length === 0 ? noErasures : { keys, erasures, removals };
}

/**
 * Adds the erasures and removals of another store. If both stores have an erasure or a removal of the same person, the
 * later one stays.
 */
export async function mergeErasures(database: Database, kept: KeptErasures): Promise<void> {
  await database.transaction().execute(async (writing) => {
    for (const keys of chunks(kept.keys)) await addKeys(writing, keys);
    for (const erasures of chunks(kept.erasures)) await mergeErased(writing, erasures);
    for (const removals of chunks(kept.removals)) await mergeRemovals(writing, removals);
  });
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / chunkSize);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}

async function addKeys(writing: Writing, keys: KeptErasures["keys"]): Promise<void> {
  await writing
    .insertInto("erasure_keys")
    .values(keys)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

async function mergeErased(writing: Writing, erasures: KeptErasures["erasures"]): Promise<void> {
  await writing
    .insertInto("erasures")
    .values(erasures)
    .onConflict((conflict) =>
      conflict
        .column("email_hash")
        .doUpdateSet((query) => ({ erased_at: query.ref("excluded.erased_at") }))
        .whereRef("excluded.erased_at", ">", "erasures.erased_at"),
    )
    .execute();
}

async function mergeRemovals(writing: Writing, removals: KeptErasures["removals"]): Promise<void> {
  await writing
    .insertInto("removals")
    .values(removals)
    .onConflict((conflict) =>
      conflict
        .column("email_hash")
        .doUpdateSet((query) => ({
          email: query.ref("excluded.email"),
          email_key: query.ref("excluded.email_key"),
          contact_id: query.ref("excluded.contact_id"),
          queued_at: query.ref("excluded.queued_at"),
          due_at: query.ref("excluded.due_at"),
          done_at: query.ref("excluded.done_at"),
          import_id: query.ref("excluded.import_id"),
        }))
        .whereRef("excluded.queued_at", ">=", "removals.queued_at")
        // A removal that is done in one of the two stores stays done.
        .where((query) =>
          query.or([
            query("removals.done_at", "is", null),
            query("excluded.queued_at", ">", query.ref("removals.queued_at")),
          ]),
        ),
    )
    .execute();
}
