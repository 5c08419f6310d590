import { expect, test } from "vitest";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import type { ChosenPhase, EventPlan, Override } from "./edition.ts";
import { phaseAt, scheduleAt } from "./phase.ts";

const withReplay: EventPlan = { ...event, replay: { address: "https://video.example/x", days: 3 } };

test.each([
  ["2026-11-10T23:59:59.999-03:00", "before"],
  ["2026-11-11T00:00:00-03:00", "today"],
  ["2026-11-11T19:44:59.999-03:00", "today"],
  ["2026-11-11T19:45:00-03:00", "doors"],
  ["2026-11-11T19:59:59.999-03:00", "doors"],
  ["2026-11-11T20:00:00-03:00", "live"],
  ["2026-11-11T21:59:59.999-03:00", "live"],
  ["2026-11-11T22:00:00-03:00", "over"],
  ["2026-11-18T21:59:59.999-03:00", "over"],
  ["2026-11-18T22:00:00-03:00", "before"],
])("at %s the phase is %s", (now, phase) => {
  expect(phaseAt(event, Date.parse(now))).toBe(phase);
});

test("a recording can be watched from the end of the class until its days are over", () => {
  expect(phaseAt(withReplay, at("2026-11-11T22:00:00-03:00"))).toBe("replay");
  expect(phaseAt(withReplay, at("2026-11-14T21:59:59-03:00"))).toBe("replay");
  expect(phaseAt(withReplay, at("2026-11-14T22:00:00-03:00"))).toBe("over");
});

test.each<[ChosenPhase, string]>([
  ["live", "live"],
  ["waiting", "waiting"],
  ["cancelled", "cancelled"],
  ["over", "replay"],
])("%s, chosen by hand, is %s after the end of a class with a recording", (name, phase) => {
  const override = chosen(name, "2026-11-11T21:50:00-03:00");
  expect(phaseAt(withReplay, at("2026-11-11T22:30:00-03:00"), override)).toBe(phase);
});

test.each<[ChosenPhase, string, string]>([
  ["live", "2026-11-11T19:50:00-03:00", "live"],
  ["waiting", "2026-11-11T20:10:00-03:00", "waiting"],
  ["over", "2026-11-11T20:10:00-03:00", "over"],
  ["cancelled", "2026-11-11T20:10:00-03:00", "cancelled"],
  ["cancelled", "2027-05-01T12:00:00-03:00", "before"],
])("chosen by hand, %s at %s gives %s", (name, now, phase) => {
  expect(phaseAt(event, at(now), chosen(name, "2026-11-11T19:50:00-03:00"))).toBe(phase);
});

test("live by hand goes on after the planned end, and a forgotten one ends after twelve hours", () => {
  const live = chosen("live", "2026-11-11T20:00:00-03:00");
  expect(phaseAt(event, at("2026-11-11T23:30:00-03:00"), live)).toBe("live");
  expect(phaseAt(event, at("2026-11-12T07:59:59-03:00"), live)).toBe("live");
  expect(phaseAt(event, at("2026-11-12T08:00:00-03:00"), live)).toBe("over");
});

test("the schedule lists every change that is known ahead, until the next edition is announced", () => {
  const { phase, changes } = scheduleAt(withReplay, at("2026-11-11T12:00:00-03:00"));
  expect(phase).toBe("today");
  expect(changes).toEqual([
    { at: at("2026-11-11T19:45:00-03:00"), phase: "doors" },
    { at: at("2026-11-11T20:00:00-03:00"), phase: "live" },
    { at: at("2026-11-11T22:00:00-03:00"), phase: "replay" },
    { at: at("2026-11-14T22:00:00-03:00"), phase: "over" },
    { at: at("2026-11-18T22:00:00-03:00"), phase: "before" },
  ]);
});

test("the schedule of a class that runs late by hand has no change before that choice ends", () => {
  const waiting = chosen("waiting", "2026-11-11T19:59:00-03:00");
  const { phase, changes } = scheduleAt(event, at("2026-11-11T20:01:00-03:00"), waiting);
  expect(phase).toBe("waiting");
  expect(changes).toEqual([
    { at: at("2026-11-12T07:59:00-03:00"), phase: "over" },
    { at: at("2026-11-18T22:00:00-03:00"), phase: "before" },
  ]);
});

test("a moved class changes its phases at the new hours", () => {
  const movedTo = at("2026-11-12T19:30:00-03:00");
  const moved = { edition: 2026, phase: undefined, movedTo, sequence: 1, changedAt: 0 };
  expect(phaseAt(event, at("2026-11-11T20:00:00-03:00"), moved)).toBe("before");
  expect(phaseAt(event, movedTo, moved)).toBe("live");
});

function at(time: string): number {
  return Date.parse(time);
}

function chosen(name: ChosenPhase, since: string): Override {
  const phase = { name, since: at(since) };
  return { edition: 2026, phase, movedTo: undefined, sequence: 1, changedAt: at(since) };
}
