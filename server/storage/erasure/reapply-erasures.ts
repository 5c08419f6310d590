import type { Database } from "#server/storage/tables.ts";
import { removePerson } from "./erase-person.ts";
import { erasedSince } from "./erasures.ts";

type Held = { id: number; email_key: string; at: number };

const pageSize = 1_000;

/** After a backup was restored: whoever was erased since goes again. Says how many people that were. */
export async function reapplyErasures(database: Database): Promise<number> {
  let people = 0;
  for await (const page of heldRows(database)) people += await removeErased(database, page);
  return people;
}

/** Leads as well: one may be left whose submissions are gone. */
async function* heldRows(database: Database): AsyncGenerator<Held[]> {
  yield* pages((lastId) =>
    database
      .selectFrom("submissions")
      .select(["id", "email_key", "received_at as at"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );
  yield* pages((lastId) =>
    database
      .selectFrom("leads")
      .select(["id", "email_key", "created_at as at"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );
}

async function* pages(pageAfter: (lastId: number) => Promise<Held[]>): AsyncGenerator<Held[]> {
  for (let page = await pageAfter(0); page.length > 0; ) {
    yield page;
    page = await pageAfter(page.at(-1)?.id ?? Infinity);
  }
}

async function removeErased(database: Database, page: readonly Held[]): Promise<number> {
  const erased = await erasedSince(
    database,
    page.map(({ email_key }) => email_key),
  );
  const isErased = ({ email_key, at }: Held) => at <= (erased.get(email_key) ?? -Infinity);
  const people = new Set(page.filter(isErased).map(({ email_key }) => email_key));
  for (const key of people) {
    const until = erased.get(key) ?? -Infinity;
    await database.transaction().execute((writing) => removePerson(writing, key, until));
  }
  return people.size;
}
