import { sql, type UpdateObject } from "kysely";
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
  /** `closed`: by the operator. `no-places`: all its places are taken. */
  state: "open" | "closed" | "no-places";
};

/**
 * From this many people on, the operator is told that an open group is said to be full. That does not close the group,
 * because one program can sign up with many e-mails.
 */
const peopleToTell = 3;

/** From this share of its places on, the last open group is nearly full. */
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
 * Where people are led now: to the first open group with places or, because no count turns people away, to the last one
 * that the operator has not closed.
 */
export function presentGroup(groups: readonly Group[]): Group | undefined {
  return (
    groups.find(({ state }) => state === "open") ??
    groups.findLast(({ state }) => state !== "closed")
  );
}

/** Whether the operator must add a group soon: none has places, or the last open one has few left. */
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
 * Whether the operator should look at WhatsApp: with the presses without a pass, of which some are no people, the group may
 * be full.
 */
export function isPressedFull({ state, taken, presses, stopAt }: Group): boolean {
  return state === "open" && taken + presses > stopAt;
}

type NewGroup = { link: string; stopAt: number; now: number };

/** Returns the number of the new group. */
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

/** Returns false if there is no such group, like the other functions that change one. */
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

/** Gives a group a new invitation. Its people stay its people. */
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

/** Removes a group, and with it its places: its people are led to another group from now on. */
export async function removeGroup(database: Database, { id }: { id: number }): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("groups")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** A channel has room for all people. */
const channel = { host: "whatsapp.com", path: /^\/channel\/\w{6,}\/?$/ };
/** To a group or a community. */
const invitation = { host: "chat.whatsapp.com", path: /^\/(?:invite\/)?\w{6,}\/?$/ };

/**
 * Reads the link of a group; undefined for another text. Only WhatsApp's own addresses are taken: visitors are sent to this
 * link from an address of our site, which they trust.
 */
export function readGroupLink(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "";
  const form = [invitation, channel].find(({ host }) => url?.host === host);
  return isPlain && form?.path.test(url.pathname) ? url.href : undefined;
}

export function isChannel(link: string): boolean {
  return URL.canParse(link) && new URL(link).host === channel.host;
}

/** Whether two links lead to the same group: what stands after the code only says where the link was copied. */
export function isSameGroup(one: string, other: string): boolean {
  return codeIn(one) === codeIn(other);
}

/** The last letters of an invitation tell the operator which group it is; they are too few to enter it. */
export function endOf(link: string): string {
  return `…${codeIn(link)?.slice(-4) ?? ""}`;
}

function codeIn(link: string): string | undefined {
  return new URL(link).pathname.split("/").findLast((part) => part !== "");
}
