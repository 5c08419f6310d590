import { sql } from "kysely";
import type { Database } from "#server/store/tables.ts";

/**
 * Two presses closer together than this are one double press. Without this limit it would move a person two groups on.
 */
const doublePressMs = 3_000;

/**
 * Records that the person found the group full: the next place is in another group. Returns the number of the full group;
 * undefined if the person has no place, or has just said so.
 */
export async function sayFull(
  database: Database,
  { person, now }: { person: string; now: number },
): Promise<number | undefined> {
  const row = await database
    .updateTable("group_places")
    .set({ full_at: notBeforeOpening(now) })
    .where("person", "=", person)
    .where("full_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("group_places as said")
            .select("said.number")
            .where("said.person", "=", person)
            .where("said.full_at", ">", now - doublePressMs)
            // A clock that was set back must not keep the person in a full group.
            .where("said.full_at", "<=", now + doublePressMs),
        ),
      ),
    )
    .returning("group_id")
    .executeTakeFirst();
  return row && Number(row.group_id);
}

/** The group may have been opened by a machine whose clock is ahead of ours. */
function notBeforeOpening(now: number) {
  return sql<number>`(
    select case when opened_at > ${now} then opened_at else cast(${now} as bigint) end
    from groups where groups.id = group_places.group_id)`;
}
