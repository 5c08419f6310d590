import { type Selectable, type SqlBool, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import type { Database, Flag, Tables } from "./schema.ts";

/**
 * The flags that hold a submission back. `honeypot`: a hidden field was filled in. `flood`: the same e-mail or network
 * signed up more often than people would.
 */
const heldFlags = ["honeypot", "flood"] as const satisfies readonly Flag[];
export type HeldFlag = (typeof heldFlags)[number];

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

/** How many submissions each flag holds back. */
export async function countHeld(database: Database) {
  const rows = await database
    .selectFrom("submissions")
    .select((query) => ["flag", query.fn.countAll<number>().as("count")])
    .where(heldInQuery)
    .groupBy("flag")
    .execute();
  return heldFlags.flatMap((flag) => {
    const found = rows.find((row) => row.flag === flag);
    return found === undefined ? [] : [{ flag, count: found.count }];
  });
}

/**
 * Releases the held submissions with this e-mail or this flag, and returns how many there were. From now on leads are
 * derived from them as from any other submission.
 */
export async function releaseHeld(
  database: Database,
  which: { email: string } | { flag: HeldFlag },
  now: number,
): Promise<number> {
  const held = database.updateTable("submissions").set({ released_at: now }).where(heldInQuery);
  const query =
    "email" in which
      ? held.where("email_key", "=", emailKey(which.email))
      : held.where("flag", "=", which.flag);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
