import { expect, test } from "vitest";
import { dates } from "#content/dates.ts";
import { eventPeriod } from "./event-instant.ts";

const event = {
  month: 11,
  day: 11,
  hour: 20,
  minute: 0,
  timeZone: "America/Sao_Paulo",
  year: "next",
  durationMinutes: 120,
} as const;

test.each([
  ["long before", "2026-01-01T00:00:00Z", "2026-11-11T23:00:00.000Z"],
  ["while it runs", "2026-11-12T00:59:59Z", "2026-11-11T23:00:00.000Z"],
  ["as it ends", "2026-11-12T01:00:00Z", "2027-11-11T23:00:00.000Z"],
  ["at the turn of the year", "2026-12-31T23:59:59Z", "2027-11-11T23:00:00.000Z"],
])("eventPeriod returns the next event: %s", (_, now, start) => {
  expect(eventPeriod(event, new Date(now)).start.toISOString()).toBe(start);
});

test("eventPeriod returns a pinned year also when it is over", () => {
  const { start, end } = eventPeriod({ ...event, year: 2025 }, new Date("2030-01-01T00:00:00Z"));
  expect([start.toISOString(), end.toISOString()]).toEqual([
    "2025-11-11T23:00:00.000Z",
    "2025-11-12T01:00:00.000Z",
  ]);
});

test("eventPeriod handles a time zone half an hour off the full hour", () => {
  const { start } = eventPeriod({ ...event, year: 2026, timeZone: "Asia/Kolkata" }, new Date());
  expect(start.toISOString()).toBe("2026-11-11T14:30:00.000Z");
});

test("the months are those of the calendar", () => {
  const month = new Intl.DateTimeFormat("pt-BR", { month: "long", timeZone: "UTC" });
  const expected = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index)));
  expect(dates.months).toEqual(expected);
});
