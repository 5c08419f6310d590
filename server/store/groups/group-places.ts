import { sql } from "kysely";
import { isPostgres } from "#server/store/connection/durability.ts";
import { takeLock } from "#server/store/connection/postgres.ts";
import type { Database } from "#server/store/tables.ts";
import { placesTaken } from "./groups.ts";

/** Undefined for a visitor without a sign-up, whose every press is counted. */
type Person = string | undefined;

type Press = {
  person: Person;
  /** How many open groups to pass over: a visitor without a sign-up asks for another group than the first. */
  skip?: number;
};

export type Place =
  | { kind: "group"; id: number; link: string; number: number; stopAt: number }
  | { kind: "all-full" }
  /** The store has no groups: the link of `content/links.ts` serves. */
  | { kind: "no-groups" };

/**
 * Counts many presses with one write to the disk, which takes longer than all the counting. In Postgres one process does
 * this at a time: two transactions with many places could each wait for a place of the other. Postgres would notice this
 * after a second, and undo all places of one of them.
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
 * How often a press tries to get a place, which another process may take each time. A row that was broken by hand must
 * not keep the server busy for ever.
 */
const maxTries = 30;

/**
 * Gives a place in the first open group, or the place that the person has already. Counting is one statement: two
 * processes that try the same place at once cannot both get it, and the one that gets none tries again.
 */
export async function takePlace(database: Database, press: Press): Promise<Place> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const own = await placeOf(database, press.person);
    if (own) return own;
    const taken = await insertPlace(database, press);
    if (taken) return taken;
    if (!(await firstOpenGroup(database, press)) && !(await placeOf(database, press.person)))
      return fullOrNone(database);
  }
  return findPlace(database, press);
}

/** Where a press would lead now, without counting it. */
export async function findPlace(database: Database, press: Press): Promise<Place> {
  const own = await placeOf(database, press.person);
  if (own) return own;
  const open = await firstOpenGroup(database, press);
  if (open) return { kind: "group", ...open, number: 0 };
  return fullOrNone(database);
}

async function placeOf(database: Database, person: Person) {
  if (person === undefined) return undefined;
  const row = await database
    .selectFrom("group_places")
    .innerJoin("groups", "groups.id", "group_places.group_id")
    .select(["groups.id", "groups.link", "groups.stop_at as stopAt", "group_places.number"])
    .where("group_places.person", "=", person)
    .where("group_places.full_at", "is", null)
    .executeTakeFirst();
  return row && ({ kind: "group", ...row } as const);
}

async function insertPlace(database: Database, press: Press): Promise<Place | undefined> {
  const { person = null } = press;
  const next = openGroups(database, press).select((query) => [
    "groups.id",
    sql<number>`${placesTaken(query)} + 1`.as("number"),
    // Postgres takes a value without a type for a text.
    sql<string | null>`cast(${person} as text)`.as("person"),
  ]);
  const row = await database
    .insertInto("group_places")
    .columns(["group_id", "number", "person"])
    .expression(next)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["group_id as id", "number"])
    .returning([ofGroup<string>("link").as("link"), ofGroup<number>("stop_at").as("stopAt")])
    .executeTakeFirst();
  return row && { kind: "group", ...row };
}

/** A column of the group of a place that was just written. */
function ofGroup<Value>(column: "link" | "stop_at") {
  const name = sql.ref(`groups.${column}`);
  return sql<Value>`(select ${name} from groups where groups.id = group_places.group_id)`;
}

function firstOpenGroup(database: Database, press: Press) {
  return openGroups(database, press)
    .select(["groups.id", "groups.link", "groups.stop_at as stopAt"])
    .executeTakeFirst();
}

/** The open group for this press, without the groups that this person has found full since they were opened. */
function openGroups(database: Database, { person, skip = 0 }: Press) {
  return database
    .selectFrom("groups")
    .where("groups.closed_at", "is", null)
    .where((query) => query(placesTaken(query), "<", query.ref("groups.stop_at")))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("group_places as found")
            .select("found.number")
            .whereRef("found.group_id", "=", "groups.id")
            .where("found.person", "=", person ?? "")
            .whereRef("found.full_at", ">=", "groups.opened_at"),
        ),
      ),
    )
    .orderBy("groups.id")
    .limit(1)
    .offset(skip);
}

async function fullOrNone(database: Database): Promise<Place> {
  const group = await database.selectFrom("groups").select("id").limit(1).executeTakeFirst();
  return { kind: group === undefined ? "no-groups" : "all-full" };
}
