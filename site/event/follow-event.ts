import type { NowAnswer, PageSchedule } from "#event/page-schedule.ts";
import { nowPath } from "#event/phase.ts";
import { announce, eventNow, readSchedule, showEvent } from "./show-event.ts";

/** The longest wait for an answer: a later answer, as when the phone has slept, no longer says the right time. */
const maxAnswerMs = 10_000;
/** If the time of a page differs more from the visitor's clock, this clock is wrong, or a cache has kept the page. */
const maxDifferenceMs = 60_000;

/**
 * Before a change of phase a tab asks the server once, at a random time in this window. The window is short, so that a
 * phase that the operator chooses two minutes before the class reaches every tab in time.
 */
const windowMs = 120_000;
/** A tab asks at the latest this long before a change of phase, so that the answer arrives before the change. */
const lastQuestionMs = 5_000;
const minPeriodMs = 60_000;
const maxPeriodMs = 75_000;
const returnJitterMs = 300;
const hourMs = 3_600_000;

export const never = Number.POSITIVE_INFINITY;

/** Keeps an open page up to date: it follows the server's clock and the operator's choices. */
export function followEvent(page: Document): void {
  const written = readSchedule(page);
  if (written && !written.preview) follow(page, written);
}

function follow(page: Document, written: PageSchedule): void {
  const times = createQuestionTimes(Math.random);
  let schedule = written;
  // On a static host the visitor's clock decides. With our server, the page stays as the server has written it until
  // the server's clock is known, because the visitor's clock may be wrong.
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
    // The clock is read only once: a phase that changes between two readings would be missed until the next wake-up.
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
    // The page must change its phase in time even while it waits for the server's answer.
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

  // The visitor comes back to a hidden or frozen tab, or the back button restores the page.
  page.addEventListener("visibilitychange", comeBack);
  page.addEventListener("resume", comeBack);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  new MutationObserver(update).observe(page.body, { childList: true, subtree: true });
  update();
}

/** Writes the server's answer into the page, for the other scripts and the styles. */
function tellPage(page: Document, before: PageSchedule, after: PageSchedule): void {
  // The answer is written as an attribute, because Firefox takes a new text in any script element for code.
  page.getElementById("schedule")?.setAttribute("data-latest", JSON.stringify(after));
  // A sign-up counts for its own edition only: for the next edition the page invites again.
  if (before.year !== after.year) delete page.documentElement.dataset["signedUp"];
}

/**
 * How far the server's clock is ahead of the visitor's clock, by the time in the page's header `Server-Timing`.
 * Undefined if the tab must ask the server: the browser does not give this time (Safari before 16.4), or the page may
 * be an old copy.
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
  // An answer without a time is not from our server, but from a proxy between.
  if (typeof answer?.now !== "number" || received - sent >= maxAnswerMs) return;
  return { aheadMs: aheadBy(answer.now, sent, received), schedule: answer };
}

async function readAnswer(): Promise<NowAnswer | undefined> {
  // Safari before 16 lacks `AbortSignal.timeout`: there a question without an answer is repeated all the same.
  const signal = AbortSignal.timeout?.(maxAnswerMs) ?? null;
  const answer = await fetch(nowPath, { cache: "no-store", signal });
  return answer.ok ? answer.json() : undefined;
}

function aheadBy(serverTime: number, sent: number, received: number): number {
  return serverTime - (sent + received) / 2;
}

/**
 * Says when one tab asks the server. All times are those of the server's clock, in milliseconds since 1970. Each tab
 * has a period of its own, and begins it at a random time, so that many tabs ask at an even rate: about 300 times a
 * second for 20,000 tabs.
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
    /** When a tab asks the server if it comes back into view, or does not know the server's clock. */
    soon: (now: number) => now + random() * returnJitterMs,
    /** When a tab first asks the server in a phase. */
    initial: (schedule: PageSchedule, now: number) =>
      isWatched(schedule, now) ? now + random() * period : beforeChange(schedule, now),
    /** When a tab asks the server again after an answer. */
    next(schedule: PageSchedule, now: number) {
      if (isWatched(schedule, now)) return now + period;
      const askedInWindow = now >= nextChange(schedule, now) - windowMs;
      return askedInWindow ? never : beforeChange(schedule, now);
    },
    /** When a tab asks the server again after a question without an answer. */
    again: (now: number) => now + period,
  };
}

/**
 * How long a tab may sleep: until the next change, the next question, or the next full hour in the event's time zone
 * (each midnight is a full hour). Browsers do not wait at all if a delay is longer than 24.8 days.
 */
export function sleepMs(schedule: PageSchedule, now: number, askAt: number): number {
  const untilHour = hourMs - ((now + schedule.minutesAhead * 60_000) % hourMs);
  const until = Math.min(nextChange(schedule, now), askAt) - now;
  return Math.max(0, Math.min(until, untilHour));
}

/**
 * Whether the operator may choose another phase or end a chosen phase: while the class is live or late, and in the hour
 * after it.
 */
function isWatched(schedule: PageSchedule, now: number): boolean {
  if (["live", "waiting"].includes(eventNow(schedule, now).phase)) return true;
  return now >= schedule.start && now < schedule.end + hourMs;
}

function nextChange({ changes }: PageSchedule, now: number): number {
  return changes.find(({ at }) => at > now)?.at ?? never;
}
