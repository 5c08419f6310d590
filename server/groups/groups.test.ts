import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#server/store/schema.ts";
import {
  addTestGroup,
  linkOf,
  placesTaken,
  press,
  timesFound,
} from "#tests/support/store/groups.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import {
  closeGroup,
  listGroups,
  presentGroup,
  removeGroup,
  replaceLink,
  sayFull,
  takePlace,
} from "./groups.ts";

const now = Date.parse("2026-11-11T22:00:00Z");
const later = now + 60_000;

test.each(engines)(
  "on %s forty, eight at once, fill two groups; the last takes the rest",
  async (engine) => {
    const database = await storeWith(engine, 10, 10, 10);
    const people = Array.from({ length: 40 }, (_, index) => `person-${index}`);
    const found: string[] = [];
    // Fewer presses at once than the database has connections: on a busy machine, further presses would wait too
    // long.
    const pressInTurn = async () => {
      for (let person = people.pop(); person !== undefined; person = people.pop())
        found.push(await press(database, person));
    };
    await Promise.all(Array.from({ length: 8 }, pressInTurn));
    expect(timesFound(found)).toEqual({ g1: 10, g2: 10, g3: 20 });
    const groups = await listGroups(database);
    expect(groups.map(({ taken, state }) => [taken, state])).toEqual(
      [10, 10, 20].map((taken) => [taken, "no-places"]),
    );
    expect(presentGroup(groups)?.id).toBe(3);
  },
);

test("who finds the last open group full alone reads so", async () => {
  const database = await storeWith("sqlite", 1, 1, 1);
  await closeGroup(database, { id: 3, now });
  for (const person of ["ana", "bia", "caio"]) await press(database, person);
  expect(await placesTaken(database)).toEqual([1, 2, 0]);
  await sayFull(database, { person: "ana", now });
  expect(await press(database, "ana")).toBe("g2");
  await sayFull(database, { person: "ana", now: later });
  expect(await press(database, "ana")).toBe("all-full");
  expect(presentGroup(await listGroups(database))?.id).toBe(2);
  for (const person of [undefined, "davi", "caio"])
    expect(await press(database, person)).toBe("g2");
  await closeGroup(database, { id: 2, now });
  expect(await press(database)).toBe("g1");
  await closeGroup(database, { id: 1, now });
  expect(presentGroup(await listGroups(database))).toBeUndefined();
  for (const person of [undefined, "eva"]) expect(await press(database, person)).toBe("all-full");
});

test.each(engines)("on %s a person who presses several times has one place", async (engine) => {
  const database = await storeWith(engine, 1, 5);
  const found = await Promise.all([1, 2, 3].map(() => press(database, "ana")));
  expect(found).toEqual(["g1", "g1", "g1"]);
  expect(await press(database, "bia")).toBe("g2");
  expect(await press(database, "ana")).toBe("g1");
  expect(await placesTaken(database)).toEqual([1, 1]);
});

test.each(engines)("on %s a person who found a group full gets the next one", async (engine) => {
  const database = await storeWith(engine, 10, 10, 10);
  expect(await sayFull(database, { person: "ana", now })).toBeUndefined();
  await press(database, "ana");
  const said = await Promise.all([1, 2].map(() => sayFull(database, { person: "ana", now })));
  expect(said.filter((id) => id !== undefined)).toEqual([1]);
  expect(await press(database, "ana")).toBe("g2");
  expect(await sayFull(database, { person: "ana", now: now + 2_999 })).toBeUndefined();
  expect(await press(database, "ana")).toBe("g2");
  expect(await sayFull(database, { person: "ana", now: now + 3_000 })).toBe(2);
  expect(await press(database, "ana")).toBe("g3");
  expect(await sayFull(database, { person: "ana", now: later })).toBe(3);
  expect(await press(database, "ana")).toBe("all-full");
});

test.each(engines)(
  "on %s a group that is removed meanwhile gives its people up",
  async (engine) => {
    const database = await storeWith(engine, 10, 10);
    const { removing } = await database.transaction().execute(async (writing) => {
      expect(await takePlace(writing, { person: "ana" })).toMatchObject({ link: linkOf(1) });
      const removing = removeGroup(database, { id: 1 });
      // On SQLite the removal waits for the only connection, and no waiting statement can be counted.
      if (engine === "postgres") await expect.poll(() => waitingIn(database)).toBe(1);
      return { removing };
    });
    expect(await removing).toBe(true);
    expect(await press(database, "ana")).toBe("g2");
    expect(await placesTaken(database)).toEqual([1]);
  },
);

test("the operator closes, replaces and removes a group", async () => {
  const database = await storeWith("sqlite", 10, 10);
  await press(database, "ana");
  expect(await closeGroup(database, { id: 1, now })).toBe(true);
  expect(await press(database, "bia")).toBe("g2");
  expect(await press(database, "ana")).toBe("g1");
  expect(await replaceLink(database, { id: 1, link: linkOf(7) })).toBe(true);
  expect(await press(database, "ana")).toBe("g7");
  expect(await removeGroup(database, { id: 1 })).toBe(true);
  expect(await press(database, "ana")).toBe("g2");
  expect(await removeGroup(database, { id: 2 })).toBe(true);
  expect(await press(database, "ana")).toBe("no-groups");
  expect(await addTestGroup(database, 3, 10)).toBe(3);
  expect(await closeGroup(database, { id: 1, now })).toBe(false);
  expect(await replaceLink(database, { id: 1, link: linkOf(1) })).toBe(false);
  expect(await removeGroup(database, { id: 1 })).toBe(false);
});

/** How many statements in this database of Postgres wait for another transaction. */
async function waitingIn(database: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows.length;
}

/** A store with one group for each of these numbers of places; their ids count from 1. */
async function storeWith(engine: (typeof engines)[number], ...places: number[]) {
  const database = await temporaryDatabase(engine);
  for (const [index, stopAt] of places.entries()) await addTestGroup(database, index + 1, stopAt);
  return database;
}
