import { expect, test } from "vitest";
import { copyName, copyTime, findSurplus, isLeftPart } from "./copy-names.ts";

const hour = 3_600_000;
const now = Date.parse("2026-11-11T20:00:00Z");
const hourly = { everyMs: hour, keep: 3 };

test("the name of a copy tells its second", () => {
  expect(copyName(now + 999)).toBe("black-ahsd-2026-11-11T20-00-00Z.sqlite");
  expect(copyTime(copyName(now + 999))).toBe(now);
});

test.each([
  "leads.sqlite",
  "black-ahsd-2026-11-11T20-00-00Z.sqlite.part-aBc123",
  "black-ahsd-2026-11-11T20-00-00Z.sqlite.old",
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
  const names = [...agesOf(0), copyName(now + 60_000), copyName(now + 120_000), ...agesOf(1, 2)];
  expect(findSurplus(names, now + 120_000, hourly)).toEqual([copyName(now + 60_000), ...agesOf(0)]);
});

test("a copy of a clock that was far ahead is the first to go, and a clock a little ahead changes nothing", () => {
  const far = copyName(now + 9_000 * hour);
  expect(findSurplus([far, ...agesOf(0, 1)], now, hourly)).toEqual([]);
  expect(findSurplus([far, ...agesOf(0, 1, 2)], now, hourly)).toEqual([far]);
  const ahead = copyName(now + hour);
  expect(findSurplus([ahead, ...agesOf(0, 1, 2)], now, hourly)).toEqual(agesOf(2));
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
