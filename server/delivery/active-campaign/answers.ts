import * as v from "valibot";
import type { Answer } from "./client.ts";

/** What became of one try to deliver a lead. Reasons are for the operator: they name no person. */
export type DeliveryOutcome = Delivered | Trouble;

export type Delivered = {
  kind: "delivered";
  contactId: string;
  /** What was left out, and why. */
  notes: string[];
};

export type Trouble =
  /** Try this lead again after a back-off. With `own` the lead itself is the cause, and the failure counts as a refusal. */
  | { kind: "retry-later"; reason: string; own?: true }
  /** The contact was deleted or merged while we were at it, twice: from the beginning, after a back-off. */
  | { kind: "needs-resync"; reason: string }
  /** Every lead waits: the vendor asked for a pause. */
  | { kind: "rate-limited"; reason: string; pauseMs: number }
  /** Every lead waits, because ActiveCampaign refuses the key or the address. It is asked again after a rest. */
  | { kind: "account-refused"; reason: string }
  /** Every lead waits, because ActiveCampaign answers nothing. It is asked again after a rest. */
  | { kind: "unavailable"; reason: string }
  /** Something about it is not wanted, and we don't know what: after some tries the lead waits for the operator. */
  | { kind: "refused"; reason: string }
  /** This lead waits for the operator. */
  | { kind: "parked"; reason: string }
  /** We are stopping, or are the courier no longer: the lead is due as before. */
  | { kind: "interrupted"; reason: string };

/** How each answer is to be read, whatever the step; what `gone` and `refused` mean depends on the step. */
export type Reading =
  | { kind: "done"; body: unknown }
  | { kind: "gone"; reason: string }
  | (Extract<Trouble, { kind: "refused" }> & { body: unknown })
  | Exclude<Trouble, { kind: "refused" | "unavailable" }>;

const shortestPauseMs = 1_000;
const usualPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

export function readAnswer(answer: Answer): Reading {
  switch (answer.kind) {
    case "interrupted":
      return { kind: "interrupted", reason: "stopped" };
    case "no-answer":
      return { kind: "retry-later", reason: answer.reason };
    case "answer":
      return readStatus(answer);
  }
}

type Answered = Extract<Answer, { kind: "answer" }>;

function readStatus(answer: Answered): Reading {
  const { status, body } = answer;
  const reason = `status ${status}`;
  if (isRateLimit(answer)) return { kind: "rate-limited", reason, pauseMs: pauseMs(answer) };
  if (status === 401 || status === 403) return { kind: "account-refused", reason };
  if (status === 404) return { kind: "gone", reason };
  if (body === undefined) return { kind: "retry-later", reason: `${reason}, not JSON` };
  if (status >= 200 && status < 300) return { kind: "done", body };
  if (status < 400 || status === 408 || status >= 500) return { kind: "retry-later", reason };
  return { kind: "refused", reason, body };
}

/** Whether to ask again at once: without an answer, or after one that says nothing. Not after a time-out, which was long enough. */
export function isWorthRepeating(answer: Answer): boolean {
  switch (answer.kind) {
    case "interrupted":
      return false;
    case "no-answer":
      return !/timeout|timedout|too-long/i.test(answer.reason);
    case "answer":
      return (
        answer.status >= 500 ||
        answer.status === 408 ||
        (answer.status >= 200 && answer.status < 300 && answer.body === undefined)
      );
  }
}

/** The bulk importer says it with a 400. */
function isRateLimit({ status, body }: Answered): boolean {
  return status === 429 || (status === 400 && /rate limit/i.test(wordsOf(body)));
}

const said = v.string();
const complaint = v.object({
  title: v.optional(said, ""),
  detail: v.optional(said, ""),
  code: v.optional(v.unknown()),
  source: v.optional(v.unknown()),
});
const refusal = v.object({
  message: v.optional(said, ""),
  error: v.optional(said, ""),
  errors: v.optional(v.array(complaint), []),
});

/** What an answer complains of; never the rest of it, which may repeat what a visitor wrote. */
export function wordsOf(body: unknown): string {
  const read = v.safeParse(refusal, body);
  return read.success ? JSON.stringify(read.output) : "";
}

function pauseMs({ retryAfter }: Answered): number {
  if (retryAfter === null || !/^\d+$/.test(retryAfter)) return usualPauseMs;
  return Math.min(Math.max(Number(retryAfter) * 1_000, shortestPauseMs), longestPauseMs);
}

/** For a step at which `gone` means nothing better. */
export function troubleOf(reading: Exclude<Reading, { kind: "done" }>): Trouble {
  switch (reading.kind) {
    case "gone":
    case "refused":
      return { kind: "refused", reason: reading.reason };
    default:
      return reading;
  }
}
