import { expect, test } from "vitest";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import { editionAt, type Override } from "./edition.ts";

test.each([
  ["long before", "2026-01-01T00:00:00Z", 2026],
  ["while it runs", "2026-11-12T00:59:59Z", 2026],
  ["as it ends", "2026-11-12T01:00:00Z", 2026],
  ["in the last second of the seven days after its end", "2026-11-19T00:59:59Z", 2026],
  ["seven days after its end", "2026-11-19T01:00:00Z", 2027],
  ["at the turn of the year", "2026-12-31T23:59:59Z", 2027],
])("the current edition %s is the one of %s: %i", (_, now, year) => {
  expect(editionAt(event, Date.parse(now)).year).toBe(year);
});

test("an edition that ends in one year is still the current one in the first days of the next year", () => {
  const late = { ...event, month: 12, day: 29 };
  expect(editionAt(late, Date.parse("2027-01-03T12:00:00Z")).year).toBe(2026);
  expect(editionAt(late, Date.parse("2027-01-06T12:00:00Z")).year).toBe(2027);
});

test("a pinned year stays the current edition for ever", () => {
  const { start, end } = editionAt({ ...event, year: 2025 }, Date.parse("2030-01-01T00:00:00Z"));
  expect([start, end].map((time) => new Date(time).toISOString())).toEqual([
    "2025-11-11T23:00:00.000Z",
    "2025-11-12T01:00:00.000Z",
  ]);
});

test("a time zone half an hour off the full hour is taken into account", () => {
  const { start } = editionAt({ ...event, year: 2026, timeZone: "Asia/Kolkata" }, 0);
  expect(new Date(start).toISOString()).toBe("2026-11-11T14:30:00.000Z");
});

test("a moved edition has its new hours and remembers the planned start, and the next edition is not moved", () => {
  const movedTo = Date.parse("2026-11-13T22:30:00Z");
  const override = { edition: 2026, phase: undefined, movedTo, sequence: 1, changedAt: 0 };
  const now = Date.parse("2026-11-12T12:00:00Z");
  expect(editionAt(event, now, override)).toEqual({
    year: 2026,
    start: movedTo,
    end: movedTo + 120 * 60_000,
    plannedStart: Date.parse("2026-11-11T23:00:00Z"),
  });
  const nextYear = editionAt(event, Date.parse("2027-01-01T00:00:00Z"), override);
  expect(nextYear.start).toBe(nextYear.plannedStart);
});

test("an edition that was moved over two turns of the year is the current one until then", () => {
  const override = movedEdition(2026, "2028-01-02T23:00:00Z");
  for (const now of ["2027-01-03T12:00:00Z", "2027-12-31T12:00:00Z", "2028-01-02T12:00:00Z"])
    expect(editionAt(event, Date.parse(now), override).year).toBe(2026);
});

function movedEdition(edition: number, start: string): Override {
  const movedTo = Date.parse(start);
  return { edition, phase: undefined, movedTo, sequence: 1, changedAt: 0 };
}
