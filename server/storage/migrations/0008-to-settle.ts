import { type Kysely, type Migration, sql } from "kysely";

/**
 * The bookkeeper searches each second. Without this index it would read all sign-ups that are held back, and strangers can
 * send any number of them.
 */
export const toSettle: Migration = {
  async up(database: Kysely<unknown>) {
    const isNotHeld = sql`(flag is null or flag not in ('honeypot', 'flood') or released_at is not null)`;
    await sql`create index submissions_to_derive on submissions (id)
      where derived_at is null and ${isNotHeld}`.execute(database);
    // Both together would cost every sign-up twice.
    await sql`drop index submissions_unsettled`.execute(database);
  },
};
