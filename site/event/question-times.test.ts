import { expect, test } from "vitest";
import { eventStateAt } from "#event/event-state.ts";
import type { ChosenPhase, Override } from "#event/override.ts";
import { type PageSchedule, pageSchedule } from "#event/page-schedule.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { createQuestionTimes, never, sleepMs } from "./server-clock.ts";

const event = { ...frozenLaunch.event, year: 2026 };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = start + 120 * minuteMs;

test("a tab opened thirty days before sleeps at most an hour at a time, and until the exact change", () => {
  const opened = start - 30 * dayMs;
  const schedule = scheduleAt(opened);
  const wakes: number[] = [];
  for (let now = opened + 12_345; now < end; now += sleepMs(schedule, now, never) || 1)
    wakes.push(now);
  const sleeps = wakes.map((wake, index) => wake - (wakes[index - 1] ?? opened));
  expect(Math.max(...sleeps)).toBeLessThanOrEqual(60 * minuteMs);
  expect(wakes).toEqual(expect.arrayContaining(schedule.changes.map(({ at }) => at).slice(0, 3)));
  expect(wakes).toContain(Date.parse("2026-10-31T00:00:00-03:00"));
});

test("a tab sleeps until its question if that comes first, and not at all if its time has passed", () => {
  const schedule = scheduleAt(start - dayMs);
  const now = start - dayMs + 1;
  expect(sleepMs(schedule, now, now + 500)).toBe(500);
  expect(sleepMs(schedule, now, now - 500)).toBe(0);
});

test.each([0, 0.5, 0.999])(
  "a tab asks once in the two minutes before a change (at %d of them)",
  (share) => {
    const times = createQuestionTimes(() => share);
    const schedule = scheduleAt(start - dayMs / 24);
    const doors = start - 15 * minuteMs;
    const asked = times.initial(schedule, start - 60 * minuteMs);
    expect(asked).toBeGreaterThanOrEqual(doors - 2 * minuteMs);
    expect(asked).toBeLessThan(doors);
    expect(times.next(schedule, asked)).toBe(never);
  },
);

test("a tab opened in the last seconds before a change asks at once", () => {
  const now = start - 3_000;
  expect(createQuestionTimes(() => 0.999).initial(scheduleAt(now), now)).toBe(now);
});

test("while the class runs or is late a tab asks about once a minute, at every random number", () => {
  for (const schedule of [scheduleAt(start), scheduleAt(start, chosen("waiting"))]) {
    expect(createQuestionTimes(() => 0).next(schedule, start)).toBe(start + 60_000);
    expect(createQuestionTimes(() => 0.999).next(schedule, start)).toBeLessThan(start + 75_000);
  }
});

test("a class that the operator has ended or cancelled is asked for until an hour after its planned end", () => {
  const schedule = scheduleAt(start, chosen("over"));
  const times = createQuestionTimes(() => 0);
  expect(times.next(schedule, start + 30 * minuteMs)).toBe(start + 31 * minuteMs);
  expect(times.next(schedule, end + 59 * minuteMs)).toBe(end + 60 * minuteMs);
  expect(times.next(schedule, end + 60 * minuteMs)).toBeGreaterThan(end + dayMs);
});

function scheduleAt(now: number, override?: Override): PageSchedule {
  return pageSchedule(eventStateAt(event, now, override), "server");
}

function chosen(name: ChosenPhase): Override {
  const phase = { name, since: start };
  return { edition: 2026, phase, movedTo: undefined, sequence: 1, changedAt: start };
}
