import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import type { Database, Tables } from "#server/storage/tables.ts";

/** `trap`: a hidden field was filled in. `flood`: an e-mail signed up more often than a person would. */
export const heldFlags = ["honeypot", "flood"] as const;

const mostListed = 1_000;

type Trapped = Pick<Selectable<Tables["submissions"]>, "flag" | "released_at">;

export function isHeld({ flag, released_at }: Trapped): boolean {
  return heldFlags.some((held) => held === flag) && released_at === null;
}

/** The opposite, for a query. It must repeat the condition of the index `submissions_to_derive`, or the index is not used. */
export function isNotHeld(query: ExpressionBuilder<Tables, "submissions">) {
  return query.or([
    query("flag", "is", null),
    query(
      "flag",
      "not in",
      heldFlags.map((flag) => sql.lit(flag)),
    ),
    query("released_at", "is not", null),
  ]);
}

/** The oldest sign-ups that are held back. */
export function findHeld(database: Database) {
  return database
    .selectFrom("submissions")
    .select([...leadFields, "received_at", "flag"])
    .where("flag", "in", heldFlags)
    .where("released_at", "is", null)
    .orderBy("id")
    .limit(mostListed)
    .execute();
}

export async function countHeld(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("submissions")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("flag", "in", heldFlags)
    .where("released_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** From now on the bookkeeper takes them like any other; says how many. Without an e-mail: all of them. */
export async function releaseHeld(
  database: Database,
  email: string | undefined,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("submissions")
    .set({ released_at: now })
    .where("flag", "in", heldFlags)
    .where("released_at", "is", null)
    .$if(email !== undefined, (query) => query.where("email_key", "=", emailKey(email ?? "")))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
