import { type ExpressionBuilder, sql, type UpdateObject } from "kysely";
import type { Database, Tables } from "#server/store/tables.ts";

/** `closed`: by the operator. `no-places`: all its places are taken. */
type GroupState = "open" | "closed" | "no-places";

export type Group = {
  id: number;
  link: string;
  room: number;
  stopAt: number;
  /** How many places were given. */
  taken: number;
  /** How many different people said that the group is full since it was opened. */
  saidFull: number;
  state: GroupState;
};

/**
 * From this many people on, the operator is told that an open group is said to be full. They do not close it: one
 * program with one sign-up can have many passes.
 */
const peopleToTell = 3;

/** From this share of its places on, the last open group is nearly full. */
export const nearlyFull = 0.8;

/** All groups, in the order in which they are filled. */
export async function listGroups(database: Database): Promise<Group[]> {
  const rows = await database
    .selectFrom("groups")
    .selectAll()
    .select((query) => [placesTaken(query).as("taken"), peopleSayingFull(query).as("said_full")])
    .orderBy("id")
    .execute();
  return rows.map(({ id, link, room, stop_at: stopAt, closed_at: closedAt, taken, said_full }) => {
    const saidFull = Number(said_full);
    const state = stateOf({ taken, stopAt, closedAt });
    return { id, link, room, stopAt, taken, saidFull, state };
  });
}

/** Whether the operator must add a group soon: none is open, or the last open one has few places left. */
export function isNearlyFull(groups: readonly Group[]): boolean {
  const [last, another] = groups.filter(({ state }) => state === "open");
  if (last === undefined) return groups.length > 0;
  return another === undefined && last.taken >= last.stopAt * nearlyFull;
}

/** Whether the operator must look at WhatsApp: people say of an open group that it is full. */
export function isSaidFull({ state, saidFull }: Group): boolean {
  return state === "open" && saidFull >= peopleToTell;
}

type NewGroup = { link: string; room: number; stopAt: number; now: number };

/** Returns the number of the new group. */
export async function addGroup(database: Database, group: NewGroup): Promise<number> {
  const { link, room, stopAt, now } = group;
  const { id } = await database
    .insertInto("groups")
    .values({ link, room, stop_at: stopAt, opened_at: now, closed_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if there is no such group, like the other functions that change one. */
export function closeGroup(database: Database, { id, now }: { id: number; now: number }) {
  return change(database, id, { closed_at: now });
}

type Reopened = { id: number; now: number; room?: number | undefined; stopAt?: number | undefined };

/**
 * Opens a group again. What people said about it before no longer counts, also if the clock of their server is ahead of
 * this one.
 */
export function reopenGroup(database: Database, { id, now, room, stopAt }: Reopened) {
  const places = {
    ...(room !== undefined && { room }),
    ...(stopAt !== undefined && { stop_at: stopAt }),
  };
  const openedAt = sql<number>`(
    select case when max(full_at) >= ${now} then max(full_at) + 1 else cast(${now} as bigint) end
    from group_places where group_id = groups.id)`;
  return change(database, id, { ...places, opened_at: openedAt, closed_at: null });
}

/** Gives a group a new invitation. Its people stay its people. */
export function replaceLink(database: Database, { id, link }: { id: number; link: string }) {
  return change(database, id, { link });
}

/** Removes a group, and with it its places: its people are led to another group from now on. */
export async function removeGroup(database: Database, { id }: { id: number }): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("groups")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The places of a group that were given; for a query over `groups`. */
export function placesTaken(query: ExpressionBuilder<Tables, "groups">) {
  return query.fn.coalesce(
    query
      .selectFrom("group_places")
      .select(({ fn }) => fn.max("number").as("highest"))
      .whereRef("group_places.group_id", "=", "groups.id"),
    sql.lit(0),
  );
}

/** How many different people said that a group is full; for a query over `groups`. */
function peopleSayingFull(query: ExpressionBuilder<Tables, "groups">) {
  return query
    .selectFrom("group_places")
    .select(({ fn }) => fn.count("person").distinct().as("people"))
    .whereRef("group_places.group_id", "=", "groups.id")
    .whereRef("group_places.full_at", ">=", "groups.opened_at")
    .$asScalar();
}

type Counted = { taken: number; stopAt: number; closedAt: number | null };

function stateOf({ taken, stopAt, closedAt }: Counted): GroupState {
  if (closedAt !== null) return "closed";
  return taken < stopAt ? "open" : "no-places";
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
