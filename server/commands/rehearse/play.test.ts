import { expect, test } from "vitest";
import type { Override } from "#event/override.ts";
import { phaseAt, scheduleAt } from "#event/phase.ts";
import { minuteMs } from "#event/time-zone.ts";
import { eventPlan as planned } from "#tests/support/app/event-plan.ts";
import { planPlay } from "./play.ts";

test.each([
  ["months before the event", "2026-03-05T12:00:00.123Z", "next"],
  ["on the evening of the event", "2026-11-11T22:00:00Z", "next"],
  ["in the days after the event", "2026-11-15T12:00:00Z", "next"],
  ["when the next edition is announced", "2026-11-22T12:00:00Z", "next"],
  ["with a pinned year to come", "2026-11-22T12:00:00Z", 2028],
  ["with a pinned year that is over", "2028-02-01T12:00:00Z", 2026],
] as const)("a rehearsal %s passes through the phases of the night", (_, time, year) => {
  const now = Date.parse(time);
  const { event, edition, start } = planPlay({ ...planned, year }, now, 5);
  const override: Override = {
    edition,
    phase: undefined,
    movedTo: start,
    sequence: 1,
    changedAt: now,
  };

  expect(phaseAt(event, now, override)).toBe("today");
  expect(scheduleAt(event, now, override).changes.slice(0, 3)).toEqual([
    { at: now + minuteMs, phase: "doors" },
    { at: now + 2 * minuteMs, phase: "live" },
    { at: now + 4 * minuteMs, phase: "over" },
  ]);
});

test("in five minutes 120 people sign up, most of them when the class begins", () => {
  const { signUpsAt, doorsAt, start, end, over } = planPlay(planned, 0, 5);
  expect(signUpsAt).toHaveLength(120);
  expect(signUpsAt).toEqual(signUpsAt.toSorted((one, other) => one - other));
  expect(signUpsAt[0]).toBeGreaterThan(doorsAt);
  expect(signUpsAt.at(-1)).toBeLessThan(over);
  expect(signUpsAt.filter((at) => at > start && at < start + 30_000).length).toBeGreaterThan(60);
  expect(signUpsAt.filter((at) => at > end)).toHaveLength(12);
});

test.each([
  [0.2, 12],
  [60, 240],
])(
  "in %d minutes %d people sign up, so that no limit of the server refuses them",
  (minutes, count) => {
    expect(planPlay(planned, 0, minutes).signUpsAt).toHaveLength(count);
  },
);
