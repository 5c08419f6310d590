import { type Selectable, type SqlBool, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import type { Database, Flag, Tables } from "#server/storage/tables.ts";

/** `honeypot`: a hidden field was filled in. `flood`: an e-mail signed up more often than a person would. */
const heldFlags = ["honeypot", "flood"] as const satisfies readonly Flag[];

const maxListed = 1_000;

type Submission = Pick<Selectable<Tables["submissions"]>, "flag" | "released_at">;

export function isHeld({ flag, released_at }: Submission): boolean {
  return heldFlags.some((held) => held === flag) && released_at === null;
}

const flags = sql.join(heldFlags.map((flag) => sql.lit(flag)));

/** The same for a query. Never null, so that it can be negated. */
export const heldInQuery = sql<SqlBool>`
  (flag is not null and flag in (${flags}) and released_at is null)`;

/** The opposite, in the words of the index `submissions_to_derive`: with other words the index is not used. */
export const notHeldInQuery = sql<SqlBool>`
  (flag is null or flag not in (${flags}) or released_at is not null)`;

/** The oldest held submissions. */
export function findHeld(database: Database) {
  return database
    .selectFrom("submissions")
    .select([...leadFields, "received_at", "flag"])
    .where(heldInQuery)
    .orderBy("id")
    .limit(maxListed)
    .execute();
}

export async function countHeld(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("submissions")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where(heldInQuery)
    .executeTakeFirstOrThrow();
  return count;
}

/** From now on leads are derived from them as from any other submission. Without an e-mail: from all. Returns how many were released. */
export async function releaseHeld(
  database: Database,
  email: string | undefined,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("submissions")
    .set({ released_at: now })
    .where(heldInQuery)
    .$if(email !== undefined, (query) => query.where("email_key", "=", emailKey(email ?? "")))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
