import type { Database } from "#server/storage/tables.ts";

export type SignUp = Awaited<ReturnType<typeof signUpsAfter>>[number];

const pageSize = 5_000;

/** How each sign-up came, page by page, without saying who it was. */
export async function* signUpPages(database: Database, since: number): AsyncGenerator<SignUp[]> {
  for (let page = await signUpsAfter(database, since, 0); page.length > 0; ) {
    yield page;
    page = await signUpsAfter(database, since, page.at(-1)?.id ?? Infinity);
  }
}

function signUpsAfter(database: Database, since: number, lastId: number) {
  return database
    .selectFrom("submissions")
    .select(["id", "received_at", "surface", "source", "flag", "released_at"])
    .where("id", ">", lastId)
    .where("received_at", ">=", since)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

export function countDeliveries(database: Database) {
  return database
    .selectFrom("deliveries")
    .select((query) => ["state", query.fn.countAll<number>().as("count")])
    .groupBy("state")
    .orderBy("state")
    .execute();
}
