import { expect, test } from "vitest";
import { daysBetween, instantOf, startOfDay, wallClock, zoneOffsetMs } from "./time-zone.ts";

const brazil = "America/Sao_Paulo";

test.each([
  ["America/Sao_Paulo", "2026-11-11T12:00:00Z", -180],
  ["America/Sao_Paulo", "2018-12-01T12:00:00Z", -120],
  ["America/Rio_Branco", "2026-11-11T12:00:00Z", -300],
  ["Asia/Kolkata", "2026-11-11T12:00:00Z", 330],
  ["Europe/Lisbon", "2026-11-11T12:00:00Z", 0],
])("%s is at %s ahead of UTC by %i minutes", (zone, at, minutes) => {
  expect(zoneOffsetMs(zone, Date.parse(at)) / 60_000).toBe(minutes);
});

test("midnight that summer time skipped is the instant at which the clocks were put forward", () => {
  expect(instantOf(Date.parse("2018-11-04T00:00:00Z"), brazil)).toBe(
    Date.parse("2018-11-04T00:00:00-03:00"),
  );
});

test("an hour that the end of summer time repeats is its first time", () => {
  expect(instantOf(Date.parse("2018-02-17T23:30:00Z"), brazil)).toBe(
    Date.parse("2018-02-17T23:30:00-02:00"),
  );
});

test("the clock on the wall, and the beginning of the day, are those of the zone", () => {
  const evening = Date.parse("2026-11-12T01:30:00Z");
  expect(wallClock(evening, brazil).toISOString()).toBe("2026-11-11T22:30:00.000Z");
  expect(startOfDay(evening, brazil)).toBe(Date.parse("2026-11-11T00:00:00-03:00"));
});

test.each([
  ["2026-11-10T23:59:59-03:00", 1],
  ["2026-11-11T00:00:00-03:00", 0],
  ["2026-10-12T12:00:00-03:00", 30],
])("from %s to the event there are %i midnights", (from, days) => {
  const start = Date.parse("2026-11-11T20:00:00-03:00");
  expect(daysBetween(Date.parse(from), start, brazil)).toBe(days);
});
