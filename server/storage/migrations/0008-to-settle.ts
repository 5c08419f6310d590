import { type Kysely, type Migration, sql } from "kysely";

/** Looked at each second: those held back must not be gone through each time, as strangers can make any number of them. */
export const toSettle: Migration = {
  async up(database: Kysely<unknown>) {
    const isNotHeld = sql`(flag is null or flag not in ('trap', 'flood') or released_at is not null)`;
    await sql`create index submissions_to_settle on submissions (id)
      where settled_at is null and ${isNotHeld}`.execute(database);
  },
};
