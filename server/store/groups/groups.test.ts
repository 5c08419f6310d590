import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addTestGroup, linkOf, placesTaken, press } from "#tests/support/store/groups.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import {
  closeGroup,
  isNearlyFull,
  listGroups,
  removeGroup,
  reopenGroup,
  replaceLink,
} from "./groups.ts";
import { sayFull } from "./say-full.ts";

const now = Date.parse("2026-11-11T22:00:00Z");
const later = now + 60_000;

test.each(engines)("on %s four people who find a group full do not close it", async (engine) => {
  const database = await temporaryDatabase(engine);
  const id = await addTestGroup(database, 1, 10);
  const people = ["ana", "bia", "caio", "davi"];
  for (const person of people) {
    await press(database, person);
    await sayFull(database, { person, now });
  }
  expect(await listGroups(database)).toMatchObject([{ state: "open", saidFull: 4 }]);
  expect(await press(database, "eva")).toBe("g1");
  expect(await press(database, "ana")).toBe("all-full");
  await reopenGroup(database, { id, now: later, stopAt: 7, room: 12 });
  expect(await listGroups(database)).toMatchObject([
    { state: "open", saidFull: 0, stopAt: 7, room: 12 },
  ]);
  expect(await press(database, "ana")).toBe("g1");
});

test.each(engines)(
  "on %s what people say counts from the opening on, although the clocks of the machines differ",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const id = await addTestGroup(database, 1, 10);
    await addTestGroup(database, 2, 10);
    for (const person of ["ana", "bia", "caio"]) {
      await press(database, person);
      await sayFull(database, { person, now: now - 60_000 });
      expect(await press(database, person)).toBe("g2");
    }
    const said = async () => (await listGroups(database)).map(({ saidFull }) => saidFull);
    expect(await said()).toEqual([3, 0]);
    await reopenGroup(database, { id, now: now - 60_000 });
    expect(await said()).toEqual([0, 0]);
  },
);

test.each(engines)(
  "on %s a person who presses while the operator removes the group is led to the next one",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const id = await addTestGroup(database, 1, 10);
    await addTestGroup(database, 2, 10);
    const { removing } = await database.transaction().execute(async (writing) => {
      expect(await press(writing, "ana")).toBe("g1");
      const removing = removeGroup(database, { id });
      await sleep(50);
      return { removing };
    });
    expect(await removing).toBe(true);
    expect(await press(database, "ana")).toBe("g2");
    expect(await placesTaken(database)).toEqual([1]);
  },
);

test.each(engines)("on %s the operator closes, replaces and removes a group", async (engine) => {
  const database = await temporaryDatabase(engine);
  const [first, second] = [
    await addTestGroup(database, 1, 10),
    await addTestGroup(database, 2, 10),
  ];
  await press(database, "ana");
  expect(await closeGroup(database, { id: first, now })).toBe(true);
  expect(await press(database, "bia")).toBe("g2");
  expect(await press(database, "ana")).toBe("g1");
  expect(await replaceLink(database, { id: first, link: linkOf(7) })).toBe(true);
  expect(await press(database, "ana")).toBe("g7");
  expect(await removeGroup(database, { id: first })).toBe(true);
  expect(await press(database, "ana")).toBe("g2");
  expect(await removeGroup(database, { id: second })).toBe(true);
  expect(await press(database, "ana")).toBe("no-groups");
  expect(await addTestGroup(database, 3, 10)).toBe(3);
  for (const change of [closeGroup, reopenGroup])
    expect(await change(database, { id: 1, now })).toBe(false);
  expect(await replaceLink(database, { id: 1, link: linkOf(1) })).toBe(false);
  expect(await removeGroup(database, { id: 1 })).toBe(false);
});

test.each(engines)(
  "on %s only the last open group is nearly full, from 80 %% on",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addTestGroup(database, 1, 5);
    const nearlyFull = async () => isNearlyFull(await listGroups(database));
    for (let number = 1; number <= 3; number += 1) await press(database);
    expect(await nearlyFull()).toBe(false);
    await press(database);
    expect(await nearlyFull()).toBe(true);
    await addTestGroup(database, 2, 5);
    expect(await nearlyFull()).toBe(false);
    for (const id of [1, 2]) await closeGroup(database, { id, now });
    expect(await nearlyFull()).toBe(true);
  },
);
