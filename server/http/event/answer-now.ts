import type { EventState } from "#event/event-state.ts";
import type { NowAnswer } from "#event/now-answer.ts";
import { pageSchedule } from "#event/page-schedule.ts";
import { neverCached } from "#server/http/headers.ts";

const headers = { ...neverCached, "Content-Type": "application/json" };

/** Tells an open tab the server's time and where the event stands, from memory. */
export function answerNow(state: EventState, now: number): Response {
  return new Response(JSON.stringify(nowAnswer(state, now)), { headers });
}

function nowAnswer(state: EventState, now: number): NowAnswer {
  return { now, ...pageSchedule(state, "server") };
}
