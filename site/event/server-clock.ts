import type { NowAnswer, PageSchedule } from "#event/page-schedule.ts";
import { nowPath } from "#event/phase.ts";

/** A longer wait has no use: an answer that took longer, as in a sleeping phone, no longer tells the time. */
const maxAnswerMs = 10_000;
/** Where a page's time differs more from the visitor's clock, that clock is wrong, or a cache has kept the page. */
const maxDifferenceMs = 60_000;
/** The header `Date` leaves out the milliseconds. */
const halfSecondMs = 500;

/** `aheadMs` is how far the server's clock is ahead of the visitor's. */
type Learned = { aheadMs: number; schedule: PageSchedule };

/**
 * Learns the server's clock from the time that the page has in its header `Server-Timing`. Returns undefined if the
 * server has to be asked: the page has no such time (Safari before 16.4), or may be an old copy.
 */
export function clockOfPage(page: PerformanceEntry | undefined, openedAt: number) {
  if (!(page instanceof PerformanceNavigationTiming) || page.type === "back_forward") return;
  const written = page.serverTiming?.find(({ name }) => name === "now")?.duration;
  if (written === undefined) return;
  const aheadMs = aheadBy(written, openedAt + page.requestStart, openedAt + page.responseStart);
  return Math.abs(aheadMs) < maxDifferenceMs ? aheadMs : undefined;
}

/** Asks our server for its time and the present schedule. A static host tells its time in the header `Date`. */
export async function askServer(schedule: PageSchedule): Promise<Learned | undefined> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), maxAnswerMs);
  const options = { cache: "no-store", signal: limit.signal } as const;
  const ask = schedule.fromServer ? askOurs(options) : askStaticHost(schedule, options);
  const sent = Date.now();
  const answer = await ask.catch(() => {});
  const received = Date.now();
  clearTimeout(timer);
  // An answer without a time is not from our server, but from a proxy on the way.
  if (typeof answer?.now !== "number" || !(received - sent < maxAnswerMs)) return;
  return { aheadMs: aheadBy(answer.now, sent, received), schedule: answer };
}

async function askOurs(options: RequestInit): Promise<NowAnswer | undefined> {
  const answer = await fetch(nowPath, options);
  return answer.ok ? answer.json() : undefined;
}

/** Asks for the page itself: an address that the host does not have would be an error in the visitor's console. */
async function askStaticHost(
  schedule: PageSchedule,
  options: RequestInit,
): Promise<NowAnswer | undefined> {
  const { headers } = await fetch(location.pathname, { ...options, method: "HEAD" });
  const now = Date.parse(headers.get("date") ?? "") + Number(headers.get("age")) * 1_000;
  return Number.isNaN(now) ? undefined : { ...schedule, now: now + halfSecondMs };
}

function aheadBy(serverTime: number, sent: number, received: number): number {
  return serverTime - (sent + received) / 2;
}
