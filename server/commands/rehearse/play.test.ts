import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import type { Override } from "#event/override.ts";
import { type Phase, phaseAt, scheduleAt } from "#event/phase.ts";
import { minuteMs } from "#event/time-zone.ts";
import { contextHeader } from "#lead/contract.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { eventPlan as planned } from "#tests/support/app/event-plan.ts";
import { isMadeUp, madeUpPerson, planPlay, sendSignUps } from "./play.ts";

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
])("in %d minutes %d people sign up, whom no limit refuses", (minutes, count) => {
  expect(planPlay(planned, 0, minutes).signUpsAt).toHaveLength(count);
});

test("made-up people have addresses and numbers that no person can have", () => {
  for (let number = 1; number <= 240; number += 1) {
    const { email, whatsapp } = madeUpPerson(number);
    expect(email).toMatch(/@example\.com$/);
    expect(readWhatsapp(whatsapp), whatsapp).toBeUndefined();
    expect(isMadeUp(email)).toBe(true);
  }
  expect(isMadeUp("ana@example.com")).toBe(false);
});

test.each([
  [200, 24],
  [503, 0],
])("each sign-up is sent once, and counted by its answer %i", async (status, accepted) => {
  const { sent, contexts } = await sendAll(() => answer(status));
  expect(sent).toEqual({ sent: 24, accepted, led: new Map() });
  expect(contexts).toHaveLength(24);
});

test.each<[Phase, string]>([
  ["live", messages.wordings.current.notice],
  ["over", messages.wordings.currentNext.notice],
])("in the phase %s people are told %s", async (phase, wording) => {
  const { contexts } = await sendAll(() => answer(200), phase);
  expect(contexts[0]).toMatchObject({ surface: "popup", wording });
});

function answer(status: number): Response {
  return new Response("{}", { status });
}

/** Sends all sign-ups of the play of one minute; the time passes only when something waits. */
async function sendAll(respond: () => Response, phase: Phase = "live") {
  const time = { now: 0 };
  const contexts: unknown[] = [];
  const signals = new Set<AbortSignal>();
  const io: Pick<CommandLineIo, "clock" | "sleep" | "fetch"> = {
    clock: () => time.now,
    async sleep(ms, signal) {
      const began = time.now;
      // Node warns, in English, of more than ten waits for one signal.
      expect(signals.has(signal)).toBe(false);
      signals.add(signal);
      await Promise.resolve();
      time.now = Math.max(time.now, began + ms);
    },
    async fetch(_, init) {
      const header = new Headers(init?.headers).get(contextHeader) ?? "";
      contexts.push(JSON.parse(decodeURIComponent(header)));
      return respond();
    },
  };
  const sent = { sent: 0, accepted: 0, led: new Map<string, number>() };
  const play = planPlay(launch.event, 0, 1);
  await sendSignUps(io, { url: "http://localhost", play, phase: () => phase, sent });
  return { sent, contexts };
}
