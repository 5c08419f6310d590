import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { instantOf } from "#event/time-zone.ts";
import { writeDuration, writeMoment, writeSecond, writeShare } from "./format.ts";

test.each([
  [undefined, "–"],
  [0, "0%"],
  [0.0004, "<0,1%"],
  [0.0005, "0,1%"],
  [0.0949, "9,5%"],
  [0.0996, "10%"],
  [0.63, "63%"],
  [1, "100%"],
  [15.5, "1.550%"],
])("the share %s is written as %s", (share, text) => {
  expect(writeShare(share)).toBe(text);
});

test.each([
  [0, "0 s"],
  [49, "0 s"],
  [50, "0,1 s"],
  [4_980, "5 s"],
  [400, "0,4 s"],
  [5_000, "5 s"],
  [9_949, "9,9 s"],
  [9_950, "10 s"],
  [59_600, "1 min"],
  [61_000, "1 min 1 s"],
  [3_599_400, "59 min 59 s"],
  [3_599_600, "1 h"],
  [3_600_000, "1 h"],
  [12_000_000, "3 h 20 min"],
  [172_799_000, "48 h"],
  [172_800_000, "2 dias"],
])("%d milliseconds are written as %s", (ms, text) => {
  expect(writeDuration(ms).replaceAll("\u00a0", " ")).toBe(text);
});

test("a time of today is called so, and one of another day has its date", () => {
  const at = (hour: number) =>
    instantOf(Date.UTC(2026, 10, 11, hour, 5, 10), launch.event.timeZone);
  expect(writeMoment(at(20), at(23))).toBe("hoje, 20:05");
  expect(writeMoment(at(20), at(24))).toBe("11/11/2026, 20:05");
  expect(writeMoment(at(20))).toBe("11/11/2026, 20:05");
  expect(writeSecond(at(20))).toBe("11/11/2026, 20:05:10");
});
