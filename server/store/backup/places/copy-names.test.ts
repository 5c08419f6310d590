import { expect, test } from "vitest";
import { copyName, copyTime, findSurplus, isLeftPart } from "./copy-names.ts";

const hour = 3_600_000;
const now = Date.parse("2026-11-11T20:00:00Z");
const earlierName = "black-ahsd-2026-11-11T20-00-00Z.sqlite";
const hourly = { everyMs: hour, keep: 3 };

test("the name of a copy tells its second, and two copies of the same second have different names", () => {
  const [one, other] = [copyName(now), copyName(now + 999)];
  expect(one).toMatch(/^black-ahsd-2026-11-11T20-00-00Z-\w+\.sqlite$/);
  expect([one, other].map(copyTime)).toEqual([now, now]);
  expect(other).not.toBe(one);
});

test("a copy whose name has no random part, as earlier versions wrote it, is a copy too", () => {
  expect(copyTime(earlierName)).toBe(now);
  expect(findSurplus([...agesOf(-1), earlierName], now + hour, { everyMs: hour, keep: 1 })).toEqual(
    [earlierName],
  );
});

test.each([
  "leads.sqlite",
  "black-ahsd-2026-11-11T20-00-00Z.sqlite.part-aBc123",
  "black-ahsd-2026-11-11T20-00-00Z.sqlite.old",
  "black-ahsd-2026-11-11T20-00-00Z-mine.sqlite",
  "my-black-ahsd-2026-11-11T20-00-00Z.sqlite",
  "black-ahsd-2026-13-11T20-00-00Z.sqlite",
  "old/black-ahsd-2026-11-11T20-00-00Z.sqlite",
])("%s is no copy, and is never removed as one", (name) => {
  expect(copyTime(name)).toBeUndefined();
  expect(findSurplus([name], now, { everyMs: hour, keep: 1 })).toEqual([]);
});

test("the newest copies stay, and as many as are asked for", () => {
  const names = agesOf(0, 1, 2, 3, 4);
  expect(findSurplus(names.toReversed(), now, hourly)).toEqual(names.slice(3));
  expect(findSurplus(names.slice(0, 3), now, hourly)).toEqual([]);
});

test("of the copies of one interval only the newest stays, so that many starts fill no place of an older copy", () => {
  const [first, second, third] = [0, 60_000, 120_000].map((later) => copyName(now + later));
  const names = [first, second, third, ...agesOf(1, 2)].map(String);
  expect(findSurplus(names, now + 120_000, hourly)).toEqual([second, first]);
});

test("of the copies of one second all processes keep the same one, in whatever order a place lists them", () => {
  const names = [...agesOf(0, 0, 0), earlierName];
  const surplus = findSurplus(names, now, hourly);
  expect(surplus).toHaveLength(3);
  expect(findSurplus(names.toReversed(), now, hourly)).toEqual(surplus);
});

test("a copy of a clock that was far ahead is the first to go, and a clock a little ahead changes nothing", () => {
  const far = copyName(now + 9_000 * hour);
  const names = agesOf(0, 1, 2);
  expect(findSurplus([far, ...names.slice(0, 2)], now, hourly)).toEqual([]);
  expect(findSurplus([far, ...names], now, hourly)).toEqual([far]);
  const ahead = copyName(now + hour);
  expect(findSurplus([ahead, ...names], now, hourly)).toEqual(names.slice(2));
});

test("an unfinished copy is left over after a day", () => {
  const day = 24 * hour;
  const part = `${copyName(now)}.part-aBc123`;
  expect(isLeftPart(part, now + day)).toBe(false);
  expect(isLeftPart(part, now + day + 1)).toBe(true);
  expect(isLeftPart(`leads.sqlite.part-aBc123`, now + 2 * day)).toBe(false);
});

function agesOf(...hours: number[]): string[] {
  return hours.map((age) => copyName(now - age * hour));
}
