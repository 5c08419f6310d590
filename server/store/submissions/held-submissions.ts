import { type Selectable, type SqlBool, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import type { Database, Flag, Tables } from "#server/store/row-types.ts";

/**
 * The flags that hold a submission back. `honeypot`: a hidden field was filled in. `flood`: the same e-mail or network
 * signed up more often than people would.
 */
const heldFlags = ["honeypot", "flood"] as const satisfies readonly Flag[];

const maxListed = 1_000;

type Submission = Pick<Selectable<Tables["submissions"]>, "flag" | "released_at">;

export function isHeld({ flag, released_at }: Submission): boolean {
  return heldFlags.some((held) => held === flag) && released_at === null;
}

const flags = sql.join(heldFlags.map((flag) => sql.lit(flag)));

/** The condition of `isHeld` for a query. It is never null, so that it can be negated. */
export const heldInQuery = sql<SqlBool>`
  (flag is not null and flag in (${flags}) and released_at is null)`;

/**
 * The opposite of `heldInQuery`, written exactly like the condition of the index `submissions_to_derive`: a condition
 * in other words would not use the index.
 */
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

/**
 * Releases the held submissions with this e-mail, or all of them without one, and returns how many there were. From now
 * on leads are derived from them as from any other submission.
 */
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
