import { expect, test } from "vitest";
import { report as phrases } from "#phrases/commands/report.ts";
import { formatDay } from "#server/commands/printing/text.ts";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import { reportSpan } from "./report-span.ts";

const now = at("2026-11-12T09:00:00");

test("without a time the report is about the night of the class", () => {
  expect(spanOf({})).toEqual(["2026-11-11T18:00:00", "2026-11-11T23:00:00"]);
});

test("the night of a class that was moved is the new one", () => {
  const movedTo = at("2026-11-10T19:30:00");
  const override = { edition: 2026, phase: undefined, movedTo, sequence: 1, changedAt: 0 };
  const found = reportSpan(
    { kind: "span", since: undefined, to: undefined },
    { now, event, override },
  );
  expect(shown(found)).toEqual(["2026-11-10T17:00:00", "2026-11-10T23:00:00"]);
});

test("a night that has not begun has no report", () => {
  const present = { now: at("2026-11-11T17:59:59"), event, override: undefined };
  const found = reportSpan({ kind: "span", since: undefined, to: undefined }, present);
  const line = phrases.notYet(formatDay(at("2026-11-11T20:00:00")));
  expect(found).toEqual({ kind: "refused", line });
  expect(spanOf({ since: now + 1 })).toBe(phrases.future);
});

test.each([
  ["a part of an hour counts as the whole hour", "20:10", "20:20", "20:00", "21:00"],
  ["whole hours stay as they are", "20:00", "22:00", "20:00", "22:00"],
  ["one moment is the hour that holds it", "20:00", "20:00", "20:00", "21:00"],
])("%s", (_, since, to, first, last) => {
  const day = (time: string) => `2026-11-11T${time}:00`;
  expect(spanOf({ since: at(day(since)), to: at(day(to)) })).toEqual([day(first), day(last)]);
});

test("with one end alone, the report is about a day at most", () => {
  expect(spanOf({ since: at("2026-11-12T07:30:00") })).toEqual([
    "2026-11-12T07:00:00",
    "2026-11-12T09:00:00",
  ]);
  const long = ["2026-11-01T00:00:00", "2026-11-02T00:00:00"] as const;
  expect(spanOf({ since: at(long[0]) })).toEqual(long);
  expect(spanOf({ to: at(long[1]) })).toEqual(long);
});

test("a time of 24 hours is reported, and a longer one is not", () => {
  const since = at("2026-11-11T00:00:00");
  expect(spanOf({ since, to: at("2026-11-12T00:00:00") })).toHaveLength(2);
  expect(spanOf({ since, to: at("2026-11-12T00:01:00") })).toBe(phrases.tooLong);
});

function spanOf({ since, to }: { since?: number; to?: number }) {
  return shown(reportSpan({ kind: "span", since, to }, { now, event, override: undefined }));
}

function shown(found: ReturnType<typeof reportSpan>) {
  if (found.kind === "refused") return found.line;
  const local = (ms: number) => new Date(ms - 3 * 3_600_000).toISOString().slice(0, 19);
  return [local(found.span.since), local(found.span.to)];
}

function at(local: string): number {
  return Date.parse(`${local}-03:00`);
}
