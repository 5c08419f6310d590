import type { NowAnswer, PageSchedule } from "#event/page-schedule.ts";
import { nowPath } from "#event/phase.ts";
import { announce, eventNow, readSchedule, showEvent } from "./show-event.ts";

/** A longer wait has no use: an answer that took longer, as in a sleeping phone, no longer tells the time. */
const maxAnswerMs = 10_000;
/** Where a page's time differs more from the visitor's clock, that clock is wrong, or a cache has kept the page. */
const maxDifferenceMs = 60_000;

/**
 * Before a change of phase a tab asks the server once, at a random time in this window. It is short, so that a phase
 * that the operator chooses two minutes before the class reaches every tab in time.
 */
const windowMs = 120_000;
/** The last question is early enough to be answered before the change. */
const lastQuestionMs = 5_000;
const minPeriodMs = 60_000;
const maxPeriodMs = 75_000;
const returnJitterMs = 300;
const hourMs = 3_600_000;

export const never = Number.POSITIVE_INFINITY;

/** Keeps an open page right: it follows the server's clock, and the operator's choices. */
export function followEvent(page: Document): void {
  const written = readSchedule(page);
  if (written && !written.preview) follow(page, written);
}

function follow(page: Document, written: PageSchedule): void {
  const times = createQuestionTimes(Math.random);
  let schedule = written;
  // Without a server to ask, the visitor's clock decides. With one, the page stays as the server has written it until
  // the server's clock is known: the visitor's may be wrong.
  let aheadMs = schedule.fromServer ? clockOfPage() : 0;
  let askAt = aheadMs === undefined ? times.soon(now()) : times.initial(schedule, now());
  let timer = 0;

  function now(): number {
    return Date.now() + (aheadMs ?? 0);
  }

  function questionAt(): number {
    return page.hidden || !schedule.fromServer ? never : askAt;
  }

  function update(): void {
    // One time for all: with a second look at the clock a change between the two looks would be slept over.
    const time = now();
    const changed = aheadMs !== undefined && showEvent(page, schedule, time);
    if (changed && askAt === never) askAt = times.initial(schedule, time);
    clearTimeout(timer);
    timer = window.setTimeout(wake, sleepMs(schedule, time, questionAt()));
  }

  function wake(): void {
    if (now() < questionAt()) update();
    else void ask();
  }

  async function ask(): Promise<void> {
    askAt = times.again(now());
    // The page must change its phase in time also while the server's answer is on its way.
    update();
    const learned = await askServer();
    const isMoved = learned !== undefined && learned.schedule.start !== schedule.start;
    if (learned) {
      tellPage(page, schedule, learned.schedule);
      ({ schedule, aheadMs } = learned);
      askAt = times.next(schedule, now());
    }
    aheadMs ??= 0;
    update();
    if (isMoved) announce(page);
  }

  function comeBack(): void {
    if (page.hidden) return;
    askAt = times.soon(now());
    update();
  }

  // A hidden or frozen tab comes back, or the back button restores the page.
  page.addEventListener("visibilitychange", comeBack);
  page.addEventListener("resume", comeBack);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  new MutationObserver(update).observe(page.body, { childList: true, subtree: true });
  update();
}

/** Tells the other scripts and the styles of the page what the server has answered. */
function tellPage(page: Document, before: PageSchedule, after: PageSchedule): void {
  // An attribute, because Firefox takes a new text of any script for code.
  page.getElementById("schedule")?.setAttribute("data-latest", JSON.stringify(after));
  // A sign-up counts for its own edition only: in the next one the page invites again.
  if (before.year !== after.year) delete page.documentElement.dataset["signedUp"];
}

/**
 * How far the server's clock is ahead of the visitor's, by the time that the page has in its header `Server-Timing`.
 * Undefined if the server has to be asked: the page has no such time (Safari before 16.4), or may be an old copy.
 */
function clockOfPage(): number | undefined {
  const [page] = performance.getEntriesByType("navigation");
  if (!(page instanceof PerformanceNavigationTiming) || page.type === "back_forward") return;
  const written = page.serverTiming?.find(({ name }) => name === "now")?.duration;
  if (written === undefined) return;
  const openedAt = Date.now() - performance.now();
  const aheadMs = aheadBy(written, openedAt + page.requestStart, openedAt + page.responseStart);
  return Math.abs(aheadMs) < maxDifferenceMs ? aheadMs : undefined;
}

/** Asks our server for its time and the present schedule. */
export async function askServer(): Promise<
  { aheadMs: number; schedule: PageSchedule } | undefined
> {
  const sent = Date.now();
  const answer = await readAnswer().catch(() => {});
  const received = Date.now();
  // An answer without a time is not from our server, but from a proxy on the way.
  if (typeof answer?.now !== "number" || received - sent >= maxAnswerMs) return;
  return { aheadMs: aheadBy(answer.now, sent, received), schedule: answer };
}

async function readAnswer(): Promise<NowAnswer | undefined> {
  // Safari before 16 lacks `timeout`: there a lost question is repeated all the same.
  const signal = AbortSignal.timeout?.(maxAnswerMs) ?? null;
  const answer = await fetch(nowPath, { cache: "no-store", signal });
  return answer.ok ? answer.json() : undefined;
}

function aheadBy(serverTime: number, sent: number, received: number): number {
  return serverTime - (sent + received) / 2;
}

/**
 * When one tab asks the server. All times are those of the server's clock, in milliseconds since 1970. Each tab has a
 * period of its own, and begins it at a random time, so that many tabs ask at an even rate: about 300 times a second for
 * 20,000 tabs.
 */
export function createQuestionTimes(random: () => number) {
  const period = minPeriodMs + random() * (maxPeriodMs - minPeriodMs);

  function beforeChange(schedule: PageSchedule, now: number): number {
    const change = nextChange(schedule, now);
    if (change === never) return never;
    const from = Math.max(now, change - windowMs);
    return from + random() * Math.max(0, change - lastQuestionMs - from);
  }

  return {
    /** The question of a tab that comes back, or that does not know the server's clock. */
    soon: (now: number) => now + random() * returnJitterMs,
    /** The first question of a phase. */
    initial: (schedule: PageSchedule, now: number) =>
      isWatched(schedule, now) ? now + random() * period : beforeChange(schedule, now),
    /** The question after an answer. */
    next(schedule: PageSchedule, now: number) {
      if (isWatched(schedule, now)) return now + period;
      const askedInWindow = now >= nextChange(schedule, now) - windowMs;
      return askedInWindow ? never : beforeChange(schedule, now);
    },
    /** The question after one that is not answered. */
    again: (now: number) => now + period,
  };
}

/**
 * How long a tab may sleep: until the next change, the question, or the next full hour in the event's time zone, one of
 * which is midnight. A browser takes a delay of more than 24.8 days for none.
 */
export function sleepMs(schedule: PageSchedule, now: number, askAt: number): number {
  const untilHour = hourMs - ((now + schedule.minutesAhead * 60_000) % hourMs);
  const until = Math.min(nextChange(schedule, now), askAt) - now;
  return Math.max(0, Math.min(until, untilHour));
}

/**
 * While the class runs or is late, and in the hour after it, the operator may choose another phase or take one back.
 */
function isWatched(schedule: PageSchedule, now: number): boolean {
  if (["live", "waiting"].includes(eventNow(schedule, now).phase)) return true;
  return now >= schedule.start && now < schedule.end + hourMs;
}

function nextChange({ changes }: PageSchedule, now: number): number {
  return changes.find(({ at }) => at > now)?.at ?? never;
}
