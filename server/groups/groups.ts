import { sql, type UpdateObject } from "kysely";
import { takeLock } from "#server/store/connection/postgres.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import type { Database, Tables } from "#server/store/schema.ts";

export type Group = {
  id: number;
  link: string;
  /** After how many places people are led to the next group. */
  stopAt: number;
  /** How many places were given, each to a person with a pass. */
  taken: number;
  /** How many presses without a pass led to the group since it was opened. */
  presses: number;
  /** How many different people said that the group is full since it was opened. */
  saidFull: number;
  /** `closed`: the operator has closed the group. `no-places`: all places of the group are taken. */
  state: "open" | "closed" | "no-places";
};

/**
 * When this many people say that an open group is full, the operator is told. The group stays open, because one program
 * can sign up with many e-mails.
 */
const peopleToTell = 3;

/** From this share of taken places on, the last open group is nearly full. */
const nearlyFull = 0.8;

/** All groups, in the order in which they are filled. */
export async function listGroups(database: Database): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select id, link, stop_at as "stopAt", taken, presses,
      cast((select count(distinct person) from group_places where group_id = groups.id and said_full = 1) as integer) as "saidFull",
      case when closed_at is not null then 'closed' when taken < stop_at then 'open' else 'no-places' end as state
    from groups order by id`.execute(database);
  return rows;
}

/**
 * The group to which people are led now: the first open group with places. If no group has places, people are led to
 * the last group that the operator has not closed, because a count alone must not turn people away.
 */
export function presentGroup(groups: readonly Group[]): Group | undefined {
  return (
    groups.find(({ state }) => state === "open") ??
    groups.findLast(({ state }) => state !== "closed")
  );
}

/** Whether the operator must add a group soon: no group has places, or the last open group has few left. */
export function isNearlyFull(groups: readonly Group[]): boolean {
  const [last, another] = groups.filter(({ state }) => state === "open");
  if (last === undefined) return groups.length > 0;
  return another === undefined && last.taken >= last.stopAt * nearlyFull;
}

/** Whether the operator must look at WhatsApp: people say of an open group that it is full. */
export function isSaidFull({ state, saidFull }: Group): boolean {
  return state === "open" && saidFull >= peopleToTell;
}

/**
 * Whether the operator should look at WhatsApp: if the presses without a pass are counted too, the group may be full.
 * Some of these presses come from programs.
 */
export function isPressedFull({ state, taken, presses, stopAt }: Group): boolean {
  return state === "open" && taken + presses > stopAt;
}

type NewGroup = { link: string; stopAt: number; now: number };

/** Adds a group, and returns its number. */
export async function addGroup(
  database: Database,
  { link, stopAt, now }: NewGroup,
): Promise<number> {
  const { id } = await database
    .insertInto("groups")
    .values({ link, stop_at: stopAt, opened_at: now, closed_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Closes a group. Returns false if the group does not exist, like all functions here that change a group. */
export function closeGroup(database: Database, { id, now }: { id: number; now: number }) {
  return change(database, id, { closed_at: now });
}

type Reopened = { id: number; now: number; stopAt: number };

/** Opens a group again. What people said about it before, and presses without a pass, no longer count. */
export async function reopenGroup(database: Database, { id, now, stopAt }: Reopened) {
  await sql`update group_places set said_full = null where group_id = ${id} and said_full = 1`.execute(
    database,
  );
  return change(database, id, { stop_at: stopAt, presses: 0, opened_at: now, closed_at: null });
}

/** Gives a group a new invitation. The people of the group keep their places. */
export function replaceLink(database: Database, { id, link }: { id: number; link: string }) {
  return change(database, id, { link });
}

async function change(
  database: Database,
  id: number,
  values: UpdateObject<Tables, "groups">,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("groups")
    .set(values)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes a group and its places: people with such a place are led to another group from now on. */
export async function removeGroup(database: Database, { id }: { id: number }): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("groups")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

type Place = { kind: "group"; id: number; link: string };

export type FoundPlace =
  | Place
  /** This visitor has found the last open group full, or the operator has closed all groups. */
  | { kind: "all-full" }
  /** The store has no groups: the link in `content/links.ts` is used. */
  | { kind: "no-groups" };

type Visitor = {
  /**
   * The person of the pass; undefined for a visitor without a pass, who takes no place: that press is only counted.
   */
  person: string | undefined;
  /**
   * Whether a visitor without a pass found the present group full. For a person with a pass, the store knows the full
   * groups.
   */
  foundFull?: boolean;
};

/**
 * Counts a press: a person gets a place in the present group, or keeps the place of an earlier press. Only one process
 * at a time counts presses: see `inOneCommit`.
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

/** Finds the group to which a press would lead now, without counting the press. */
export async function findPlace(database: Database, visitor: Visitor): Promise<FoundPlace> {
  const place = (await placeOf(database, visitor)) ?? (await presentFor(database, visitor));
  if (place) return place;
  const group = await database.selectFrom("groups").select("id").limit(1).executeTakeFirst();
  return { kind: group === undefined ? "no-groups" : "all-full" };
}

/**
 * Counts many presses with one write to the disk, because a write takes longer than counting them all. Only one process
 * at a time counts presses, so that a person cannot get two places.
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
 * Two presses within this time are one double press. Without this limit, a double press would move a person on by two
 * groups.
 */
const doublePressMs = 3_000;

type Said = { person: string; now: number };

/**
 * Records that the person found the group full: the next place is in another group. Returns the number of the full
 * group; undefined if the person has no place, or has just said the same.
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
 * Makes the SQL that finds the present group for a visitor, like `presentGroup`, but without the groups that this
 * person has found full since they were opened.
 */
// `said_full = 1` is never true without `full_at is not null`, but with both conditions SQLite and Postgres use the
// index `group_places_full`.
function fromPresent({ person = "", foundFull = false }: Visitor) {
  return sql`
    from groups
    where closed_at is null and not exists (
      select 1 from group_places as found
      where found.group_id = groups.id and found.person = ${person} and found.full_at is not null and found.said_full = 1
    ) and (taken < stop_at or id = (select max(id) from groups where closed_at is null))
    order by id limit 1 offset ${sql.lit(Number(foundFull))}`;
}
