import { expect, onTestFinished, test } from "vitest";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import {
  addTestGroup,
  linkOf,
  placesTaken,
  press,
  timesFound,
} from "#tests/support/store/groups.ts";
import {
  engines,
  openSqliteIn,
  temporaryDatabase,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { findPlace, takePlace } from "./group-places.ts";
import { isNearlyFull, listGroups } from "./groups.ts";
import { sayFull } from "./say-full.ts";

const now = Date.parse("2026-11-11T22:00:00Z");
const later = now + 60_000;

test.each(engines)("on %s a store without groups gives no place", async (engine) => {
  const database = await temporaryDatabase(engine);
  expect(await press(database)).toBe("no-groups");
  expect((await findPlace(database, { person: undefined })).kind).toBe("no-groups");
  expect(isNearlyFull(await listGroups(database))).toBe(false);
});

test.each(engines)("on %s forty presses at once fill three groups of ten", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (const number of [1, 2, 3]) await addTestGroup(database, number, 10);
  const people = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? `person-${index}` : undefined,
  );
  const found = await Promise.all(people.map((person) => press(database, person)));
  expect(timesFound(found)).toEqual({ g1: 10, g2: 10, g3: 10, "all-full": 10 });
  expect((await listGroups(database)).map(({ taken, state }) => [taken, state])).toEqual(
    Array.from({ length: 3 }, () => [10, "no-places"]),
  );
});

test.each(engines)(
  "on %s a person who presses three times at once, and once more, has one place",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addTestGroup(database, 1, 1);
    await addTestGroup(database, 2, 5);
    const found = await Promise.all([1, 2, 3].map(() => press(database, "ana")));
    expect(found).toEqual(["g1", "g1", "g1"]);
    expect(await press(database)).toBe("g2");
    expect(await press(database, "ana")).toBe("g1");
    expect(await placesTaken(database)).toEqual([1, 1]);
  },
);

test.each(engines)("on %s a look takes no place", async (engine) => {
  const database = await temporaryDatabase(engine);
  await addTestGroup(database, 1, 1);
  expect(await findPlace(database, { person: "ana" })).toMatchObject({ link: linkOf(1) });
  await press(database, "ana");
  expect(await findPlace(database, { person: "ana" })).toMatchObject({ link: linkOf(1) });
  expect((await findPlace(database, { person: "bia" })).kind).toBe("all-full");
  expect(await placesTaken(database)).toEqual([1]);
});

test.each(engines)(
  "on %s a person who found the group full gets a place in the next one, also after a double press",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (const number of [1, 2, 3]) await addTestGroup(database, number, 10);
    expect(await sayFull(database, { person: "ana", now })).toBeUndefined();
    await press(database, "ana");
    const said = await Promise.all([1, 2].map(() => sayFull(database, { person: "ana", now })));
    expect(said.filter((id) => id !== undefined)).toEqual([1]);
    expect(await press(database, "ana")).toBe("g2");
    expect(await sayFull(database, { person: "ana", now: now + 1 })).toBeUndefined();
    expect(await press(database, "ana")).toBe("g2");
    expect(await sayFull(database, { person: "ana", now: later })).toBe(2);
    expect(await press(database, "ana")).toBe("g3");
    // The clock was set back by some seconds.
    expect(await sayFull(database, { person: "ana", now: later - 10_000 })).toBe(3);
    expect(await press(database, "ana")).toBe("all-full");
  },
);

test.each(engines)(
  "on %s a visitor without a sign-up who asks for another group is led past the first",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addTestGroup(database, 1, 10);
    const skip = { person: undefined, skip: 1 };
    expect((await takePlace(database, skip)).kind).toBe("all-full");
    await addTestGroup(database, 2, 10);
    expect(await takePlace(database, skip)).toMatchObject({ link: linkOf(2) });
    expect(await placesTaken(database)).toEqual([0, 1]);
  },
);

test("a person whose group was removed by hand from the SQLite file is led to the next one", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  onTestFinished(() => database.destroy());
  await addTestGroup(database, 1, 10);
  await addTestGroup(database, 2, 10);
  await press(database, "ana");
  const file = new Sqlite(sqliteFile(folder));
  file.pragma("foreign_keys = OFF");
  file.exec("delete from groups where id = 1");
  file.close();
  expect(await press(database, "ana")).toBe("g2");
});
