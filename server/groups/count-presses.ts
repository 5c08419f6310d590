import { sql } from "kysely";
import { takeLock } from "#server/store/connection/postgres.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import type { Database } from "#server/store/row-types.ts";
import { placesTaken } from "./groups.ts";

type Place = { kind: "group"; id: number; link: string };

export type FoundPlace =
  | Place
  | { kind: "all-full" }
  /** The store has no groups: the link of `content/links.ts` serves. */
  | { kind: "no-groups" };

type Visitor = {
  /** Undefined for a visitor without a sign-up, whose every press is counted. */
  person: string | undefined;
  /** How many open groups to pass over: a visitor without a sign-up asks for another group than the first. */
  skip?: number;
};

/**
 * Gives a place in the first open group, or the place that the person has already. Only one process does this at a time:
 * see `inOneCommit`.
 */
export async function takePlace(database: Database, visitor: Visitor): Promise<FoundPlace> {
  const place = (await placeOf(database, visitor)) ?? (await insertPlace(database, visitor));
  return place ?? findPlace(database, visitor);
}

/** Where a press would lead now, without counting it. */
export async function findPlace(database: Database, visitor: Visitor): Promise<FoundPlace> {
  const place = (await placeOf(database, visitor)) ?? (await firstOpen(database, visitor));
  if (place) return place;
  const group = await database.selectFrom("groups").select("id").limit(1).executeTakeFirst();
  return { kind: group === undefined ? "no-groups" : "all-full" };
}

/**
 * Counts many presses with one write to the disk, which takes longer than all the counting. One process does this at a
 * time, so that two never count the same place.
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

async function insertPlace(database: Database, visitor: Visitor): Promise<Place | undefined> {
  // Postgres takes a value without a type for a text.
  const { rows } = await sql<Place>`
    insert into group_places (group_id, number, person)
    select groups.id, ${placesTaken} + 1, cast(${visitor.person ?? null} as text) ${fromFirstOpen(visitor)}
    returning 'group' as kind, group_id as id,
      (select link from groups where groups.id = group_places.group_id) as link`.execute(database);
  return rows[0];
}

async function firstOpen(database: Database, visitor: Visitor): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select 'group' as kind, id, link ${fromFirstOpen(visitor)}`.execute(database);
  return rows[0];
}

/** The open group for this visitor, without the groups that this person has found full since they were opened. */
// `full_at is not null` follows from `said_full`, and lets both engines use the index `group_places_full`.
function fromFirstOpen({ person = "", skip = 0 }: Visitor) {
  return sql`
    from groups
    where closed_at is null and ${placesTaken} < stop_at and not exists (
      select 1 from group_places as found
      where found.group_id = groups.id and found.person = ${person} and found.full_at is not null and found.said_full = 1
    )
    order by groups.id limit 1 offset ${sql.lit(skip)}`;
}
