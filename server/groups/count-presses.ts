import { sql } from "kysely";
import { takeLock } from "#server/store/connection/postgres.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import type { Database } from "#server/store/schema.ts";

type Place = { kind: "group"; id: number; link: string };

export type FoundPlace =
  | Place
  /** This visitor has found the last open group full, or the operator has closed all of them. */
  | { kind: "all-full" }
  /** The store has no groups: the link of `content/links.ts` serves. */
  | { kind: "no-groups" };

type Visitor = {
  /** Undefined for a visitor without a pass, who takes no place: the press is only counted. */
  person: string | undefined;
  /** Whether a visitor without a pass found the present group full. What a person found full is in the store. */
  foundFull?: boolean;
};

/**
 * Counts a press: a person gets a place in the present group, or keeps the place of an earlier press. Only one process does
 * this at a time: see `inOneCommit`.
 */
export async function takePlace(database: Database, visitor: Visitor): Promise<FoundPlace> {
  const { person } = visitor;
  const had = await placeOf(database, visitor);
  if (had) return had;
  const count = person === undefined ? sql`presses = presses + 1` : sql`taken = taken + 1`;
  const { rows } = await sql<Place>`
    update groups set ${count} where id = (select id ${fromPresent(visitor)})
    returning 'group' as kind, id, link`.execute(database);
  const [group] = rows;
  if (group !== undefined && person !== undefined) {
    const place = { group_id: group.id, person, full_at: null, said_full: null };
    await database.insertInto("group_places").values(place).execute();
  }
  return group ?? findPlace(database, visitor);
}

/** Where a press would lead now, without counting it. */
export async function findPlace(database: Database, visitor: Visitor): Promise<FoundPlace> {
  const place = (await placeOf(database, visitor)) ?? (await presentFor(database, visitor));
  if (place) return place;
  const group = await database.selectFrom("groups").select("id").limit(1).executeTakeFirst();
  return { kind: group === undefined ? "no-groups" : "all-full" };
}

/**
 * Counts many presses with one write to the disk, which takes longer than all the counting. One process does this at a
 * time, so that a person cannot get two places.
 */
export function inOneCommit<Result>(
  database: Database,
  count: (writing: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (writing) => {
    if (isPostgres(writing)) await takeLock(writing, { to: "countPresses" });
    return count(writing);
  });
}

/**
 * Two presses closer together than this are one double press. Without this limit it would move a person two groups on.
 */
const doublePressMs = 3_000;

type Said = { person: string; now: number };

/**
 * Records that the person found the group full: the next place is in another group. Returns the number of the full group;
 * undefined if the person has no place, or has just said so.
 */
export async function sayFull(
  database: Database,
  { person, now }: Said,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update group_places set full_at = ${now}, said_full = 1
    where person = ${person} and full_at is null and not exists (
      select 1 from group_places as said where said.person = ${person} and said.full_at > ${now - doublePressMs} and said.full_at < ${now + doublePressMs}
    )
    returning group_id as id`.execute(database);
  return rows[0]?.id;
}

async function placeOf(database: Database, { person }: Visitor): Promise<Place | undefined> {
  if (person === undefined) return undefined;
  const { rows } = await sql<Place>`
    select 'group' as kind, id, link
    from group_places join groups on groups.id = group_id
    where person = ${person} and full_at is null`.execute(database);
  return rows[0];
}

async function presentFor(database: Database, visitor: Visitor): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select 'group' as kind, id, link ${fromPresent(visitor)}`.execute(database);
  return rows[0];
}

/**
 * The present group for this visitor, as `presentGroup` finds it, without the groups that this person has found full since
 * they were opened.
 */
// `full_at is not null` follows from `said_full`, and lets both engines use the index `group_places_full`.
function fromPresent({ person = "", foundFull = false }: Visitor) {
  return sql`
    from groups
    where closed_at is null and not exists (
      select 1 from group_places as found
      where found.group_id = groups.id and found.person = ${person} and found.full_at is not null and found.said_full = 1
    ) and (taken < stop_at or id = (select max(id) from groups where closed_at is null))
    order by id limit 1 offset ${sql.lit(Number(foundFull))}`;
}
