import { afterEach, expect, test, vi } from "vitest";
import type { ChosenPhase, Override } from "#event/edition.ts";
import { eventStateAt } from "#event/event-state.ts";
import { type PageSchedule, pageSchedule } from "#event/page-schedule.ts";
import { randomFrom } from "#tests/support/chance.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { askServer, createQuestionTimes, never, sleepMs } from "./follow-event.ts";

const event = { ...frozenLaunch.event, year: 2026 };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = start + 120 * minuteMs;

afterEach(() => vi.unstubAllGlobals());

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

const schedule = scheduleAt(start - 120 * minuteMs);
const until = start + 30 * minuteMs;
const tabs = 20_000;
const maxQuestionsPerSecond = 400;

/**
 * Of ten tabs, one does not know the server's clock when it opens, and three come back after the start of the class.
 */
const unsureShare = 0.1;
const hiddenShare = 0.3;

test.each([
  ["answers", true],
  ["fails", false],
])(
  "20,000 open tabs ask fewer than 400 questions in each second while the server %s",
  (_, answers) => {
    const random = randomFrom(16);
    const perSecond = new Map<number, number>();
    for (let tab = 0; tab < tabs; tab += 1)
      for (const asked of questionsOfTab(random, answers)) {
        const second = Math.floor(asked / 1_000);
        perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
      }
    const busiest = Math.max(...perSecond.values());
    expect(busiest).toBeGreaterThan(tabs / 75);
    expect(busiest).toBeLessThan(maxQuestionsPerSecond);
  },
);

test("a tab learns the server's time and schedule", async () => {
  answer(Response.json({ ...schedule, now: Date.now() + 60_000 }));
  const learned = await askServer();
  expect(learned?.schedule).toMatchObject({ phase: schedule.phase });
  expect(learned?.aheadMs).toBeGreaterThan(0);
});

test.each([
  ["an empty object", () => Response.json({})],
  ["nothing", () => Response.json(null)],
  ["a text as its time", () => Response.json({ ...schedule, now: "12:00" })],
  ["another page", () => new Response("<html></html>")],
  ["an error", () => Response.json({ ...schedule, now: start }, { status: 500 })],
  ["no answer", () => Response.error()],
])("a tab learns nothing from a proxy that gives it %s", async (_, response) => {
  answer(response());
  expect(await askServer()).toBeUndefined();
});

/** The times at which one tab, opened in the hour before the class, asks the server, as `follow-event.ts` does. */
function questionsOfTab(random: () => number, answers: boolean): number[] {
  const times = createQuestionTimes(random);
  const questions: number[] = [];
  const opened = start - random() * 60 * minuteMs;
  const comesBack = random() < hiddenShare ? start + random() * 10 * minuteMs : undefined;
  let now = comesBack ?? opened;
  const asksSoon = comesBack !== undefined || random() < unsureShare;
  let askAt = asksSoon ? times.soon(now) : times.initial(schedule, now);
  while (now < until) {
    const change = schedule.changes.find(({ at }) => at > now)?.at ?? until;
    now = Math.min(askAt, change);
    if (now === askAt) {
      questions.push(now);
      askAt = answers ? times.next(schedule, now) : times.again(now);
    } else if (askAt === never) askAt = times.initial(schedule, now);
  }
  return questions;
}

function scheduleAt(now: number, override?: Override): PageSchedule {
  return pageSchedule(eventStateAt(event, now, override), "server");
}

function chosen(name: ChosenPhase): Override {
  const phase = { name, since: start };
  return { edition: 2026, phase, movedTo: undefined, sequence: 1, changedAt: start };
}

function answer(response: Response): void {
  vi.stubGlobal("fetch", async () => response);
}
