import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { Database } from "#server/store/tables.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { addCounts } from "./add-counts.ts";
import type { Counts } from "./gather-counts.ts";
import {
  readMinutes,
  readPageHealth,
  readSteps,
  readStepTotals,
  sumMinutes,
} from "./read-counts.ts";

const first = 400_000 * hourMs;
const second = first + hourMs;
const both = { since: first, to: second + hourMs };
const view = { hour: first, step: "view", source: "instagram", surface: "none", count: 2 } as const;
const kept = { ...view, step: "kept", surface: "popup", count: 1 } as const;

test.each(engines)("on %s counts of the same hour and kind are added up", async (engine) => {
  const database = await temporaryDatabase(engine);
  await addCounts(database, { steps: [view, kept, view] });
  await addCounts(database, {
    steps: [{ ...view, hour: second }, view, { ...kept, newPeople: 1 }],
  });
  const { hour, ...one } = view;
  const span = { since: first, to: second };
  expect(await sorted(readSteps(database, span))).toEqual([
    { ...one, step: "kept", surface: "popup", count: 2 },
    { ...one, count: 6 },
  ]);
  expect(await sorted(readSteps(database, both))).toMatchObject([{ count: 2 }, { count: 8 }]);
  expect(await sorted(readStepTotals(database))).toMatchObject([
    { step: "kept", count: 2, newPeople: 1 },
    { step: "view", count: 8, newPeople: 0 },
  ]);
  expect(await readSteps(database, { since: second, to: second + 1 })).toEqual([
    { ...one, count: 2 },
  ]);
});

test.each(engines)("on %s minutes are read one by one, and added up", async (engine) => {
  const database = await temporaryDatabase(engine);
  const minute = { minute: first, views: 3, sign_ups: 2, new_people: 1 };
  await addCounts(database, { minutes: [minute, minute] });
  await addCounts(database, { minutes: [{ ...minute, minute: first + minuteMs }, minute] });
  expect(await readMinutes(database, both)).toEqual([
    { minute: first, views: 9, signUps: 6, newPeople: 3 },
    { minute: first + minuteMs, views: 3, signUps: 2, newPeople: 1 },
  ]);
  expect(await sumMinutes(database, both)).toEqual({ views: 12, signUps: 8, newPeople: 4 });
  const before = { since: 0, to: first };
  expect(await sumMinutes(database, before)).toEqual({ views: 0, signUps: 0, newPeople: 0 });
});

test.each(engines)("on %s errors and web vitals are counted by kind", async (engine) => {
  const database = await temporaryDatabase(engine);
  const vital = { measure: "lcp", value: "good", file: "", build: "", device: "phone" };
  const error = { ...vital, measure: "error", value: "TypeError", file: "a.js", build: "1" };
  const counts: Counts = {
    health: [
      { hour: first, ...vital, count: 1 },
      { hour: second, ...vital, count: 2 },
      { hour: first, ...error, count: 1 },
    ],
  };
  await addCounts(database, counts);
  expect(await sorted(readPageHealth(database, both))).toEqual([
    { ...error, count: 1 },
    { ...vital, count: 3 },
  ]);
});

test.each(engines)("on %s either all counts are added, or none", async (engine) => {
  const database = await temporaryDatabase(engine);
  await database.schema.dropTable("page_health").execute();
  const health = { measure: "lcp", value: "good", file: "", build: "", device: "phone" };
  const counts = { steps: [view], health: [{ hour: first, ...health, count: 1 }] };
  await expect(addCounts(database, counts)).rejects.toThrow("page_health");
  expect(await readStepTotals(database)).toEqual([]);
});

test.each(engines)(
  "on %s processes that add the same kinds in different orders lose nothing",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const steps = Array.from({ length: 50 }, (_, index) => ({ ...view, hour: index * hourMs }));
    const orders = [steps, steps.toReversed(), steps, steps.toReversed()];
    await Promise.all(orders.map((order) => addTimes(database, { steps: order }, 10)));
    expect(await readStepTotals(database)).toMatchObject([{ count: 50 * 4 * 10 * 2 }]);
  },
);

async function addTimes(database: Database, counts: Counts, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await addCounts(database, counts);
}

async function sorted<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  return (await rows).toSorted(byText);
}
