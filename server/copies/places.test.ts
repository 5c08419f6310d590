import { expect, test } from "vitest";
import { copyName, copyTime, findSurplus } from "./places.ts";

const hour = 3_600_000;
const now = Date.parse("2026-11-11T20:00:00Z");
const hourly = { everyMs: hour, keep: 3 };

test("a name tells the second, and two copies of a second have two names", () => {
  const [one, other] = [copyName(now), copyName(now + 999)];
  expect(one).toMatch(/^black-ahsd-2026-11-11T20-00-00Z-\w+\.sqlite$/);
  expect([one, other].map(copyTime)).toEqual([now, now]);
  expect(other).not.toBe(one);
});

test.each([
  "leads.sqlite",
  "black-ahsd-2026-11-11T20-00-00Z.sqlite",
  "black-ahsd-2026-11-11T20-00-00Z-0a1b2c3d.sqlite.part-aBc123",
  "black-ahsd-2026-11-11T20-00-00Z-0a1b2c3d.sqlite.old",
  "black-ahsd-2026-11-11T20-00-00Z-mine.sqlite",
  "my-black-ahsd-2026-11-11T20-00-00Z-0a1b2c3d.sqlite",
  "black-ahsd-2026-13-11T20-00-00Z-0a1b2c3d.sqlite",
  "old/black-ahsd-2026-11-11T20-00-00Z-0a1b2c3d.sqlite",
])("%s is no copy, and is never removed as one", (name) => {
  expect(copyTime(name)).toBeUndefined();
  expect(findSurplus([name], { everyMs: hour, keep: 1 }, null)).toEqual([]);
});

test("the newest copies stay, and as many as are asked for", () => {
  const names = agesOf(0, 1, 2, 3, 4);
  expect(findSurplus(names.toReversed(), hourly, null)).toEqual(names.slice(3));
  expect(findSurplus(names.slice(0, 3), hourly, null)).toEqual([]);
});

test("a copy that is spared stays, and takes no other one's place", () => {
  const names = agesOf(0, 1, 2, 3, 4);
  expect(findSurplus(names, hourly, names[4] ?? null)).toEqual([names[3]]);
});

test("of one interval only the newest copy stays, after many starts too", () => {
  const [first, second, third] = [0, 60_000, 120_000].map((later) => copyName(now + later));
  const names = [first, second, third, ...agesOf(1, 2)].map(String);
  expect(findSurplus(names, hourly, null)).toEqual([second, first]);
});

test("of one second all processes keep the same copy, in whatever order", () => {
  const names = agesOf(0, 0, 0, 0);
  const surplus = findSurplus(names, hourly, null);
  expect(surplus).toHaveLength(3);
  expect(findSurplus(names.toReversed(), hourly, null)).toEqual(surplus);
});

function agesOf(...hours: number[]): string[] {
  return hours.map((age) => copyName(now - age * hour));
}
