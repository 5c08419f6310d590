import { expect, test } from "vitest";
import { clockWords } from "#content/phases.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { eventStateAt } from "./event-state.ts";
import { jsonInScript, pageSchedule } from "./page-schedule.ts";

const plan = { ...frozenLaunch.event, year: 2026 };
const now = Date.parse("2026-11-01T12:00:00Z");
const state = eventStateAt(plan, now);

test("a page of our own server may ask it for the present state, and a page of a static host may not", () => {
  expect(pageSchedule(state, "server")).toEqual({
    ...pageSchedule(state, "file"),
    fromServer: true,
  });
  expect(pageSchedule(state, "file")).not.toHaveProperty("fromServer");
});

test("the countdown of a moved class says that the date is new", () => {
  const movedTo = Date.parse("2026-11-13T22:30:00Z");
  const override = { edition: 2026, phase: undefined, movedTo, sequence: 1, changedAt: now };
  const moved = pageSchedule(eventStateAt(plan, now, override), "server");
  expect(moved.words.days).toBe(
    `${clockWords.countdown.moved} ${pageSchedule(state, "server").words.days}`,
  );
  expect(moved).toMatchObject({ start: movedTo, hour: "19h30" });
});

test("a sign that could end a script is escaped in its data", () => {
  const json = jsonInScript({ text: "</script>" });
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual({ text: "</script>" });
});
