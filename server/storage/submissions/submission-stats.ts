import { pages } from "#server/storage/connection/paging.ts";
import type { Database } from "#server/storage/tables.ts";

const pageSize = 5_000;

/** What statistics need of each submission, without the person's name, e-mail or phone. */
export type SubmissionStats = Awaited<ReturnType<typeof statsAfter>>[number];

export function submissionStatsPages(
  database: Database,
  since: number,
): AsyncGenerator<SubmissionStats[]> {
  return pages((lastId) => statsAfter(database, since, lastId));
}

function statsAfter(database: Database, since: number, lastId: number) {
  return database
    .selectFrom("submissions")
    .select(["id", "received_at", "surface", "source", "flag", "released_at"])
    .where("id", ">", lastId)
    .where("received_at", ">=", since)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}
