import { sql } from "kysely";
import { pages } from "#server/store/connection/paging.ts";
import { addCountsIn } from "#server/store/counts/add-counts.ts";
import { countsOfKept } from "#server/store/counts/kept-sign-ups.ts";
import type { Database } from "#server/store/tables.ts";

const pageSize = 2_000;

/** Counts the sign-ups from which earlier versions have derived leads. All later ones are counted as they are derived. */
export async function countEarlierSignUps(database: Database): Promise<void> {
  for await (const page of pages((lastId) => derivedAfter(database, lastId)))
    await addCountsIn(
      database,
      countsOfKept(page.map((row) => ({ ...row, isFirst: Boolean(row.isFirst) }))),
    );
}

function derivedAfter(database: Database, lastId: number) {
  return database
    .selectFrom("submissions")
    .select(["id", "received_at as receivedAt", "surface", "source"])
    .select(isFirst.as("isFirst"))
    .where("derived_at", "is not", null)
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

/** Whether no lead was derived from an earlier sign-up of the person. SQLite answers with a number. */
const isFirst = sql<boolean | number>`not exists (select 1 from submissions as earlier
  where earlier.email_key = submissions.email_key and earlier.derived_at is not null
  and earlier.id < submissions.id)`;
