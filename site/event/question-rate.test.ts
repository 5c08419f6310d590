import { expect, test } from "vitest";
import { eventStateAt } from "#event/event-state.ts";
import { pageSchedule } from "#event/page-schedule.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { createQuestionTimes, never } from "./server-clock.ts";

const event = { ...frozenLaunch.event, year: 2026 };
const minuteMs = 60_000;
const start = Date.parse("2026-11-11T20:00:00-03:00");
const until = start + 30 * minuteMs;
const schedule = pageSchedule(eventStateAt(event, start - 120 * minuteMs), "server");

const tabs = 20_000;
const maxQuestionsPerSecond = 400;

/** Of each ten tabs one does not know the server's clock when it opens, and three come back after the start. */
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

/** One tab, which is opened in the hour before the class, as `follow-event.ts` runs it. */
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

/** The same random numbers in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
