import * as v from "valibot";
import { maxBackOffMs } from "#server/store/courier/future-times.ts";
import type { Answer } from "./client.ts";

/** How one try to deliver a lead ended. The reasons are for the operator, so they contain no name and no e-mail. */
export type DeliveryOutcome = Delivered | DeliveryFailure;

export type Delivered = {
  kind: "delivered";
  contactId: string;
  /** What was left out for this contact, like a phone number that ActiveCampaign refused, and why. */
  notes: string[];
};

export type DeliveryFailure =
  /** This lead is tried again after a delay. With `leadIsCause` the failure counts as a refusal of this lead. */
  | { kind: "retry-later"; reason: string; leadIsCause?: true }
  /**
   * The contact or a tag was deleted during the delivery, and again during its second round. The lead is tried again
   * after a delay.
   */
  | { kind: "needs-resync"; reason: string }
  /** All leads wait, because ActiveCampaign limits the rate and asks the courier to back off. */
  | { kind: "rate-limited"; reason: string; backOffMs: number }
  /** All leads wait, because ActiveCampaign refuses the key or the account's URL. The circuit is tripped. */
  | { kind: "account-refused"; reason: string }
  /** All leads wait, because ActiveCampaign does not answer as it should. The circuit is tripped. */
  | { kind: "unavailable"; reason: string }
  /** ActiveCampaign refuses this lead for an unknown reason. After some tries the lead waits for the operator. */
  | { kind: "refused"; reason: string }
  /** This lead waits for the operator, because trying again would not help. */
  | { kind: "parked"; reason: string }
  /** The server is stopping, or another process is the courier now. The lead stays due. */
  | { kind: "interrupted"; reason: string };

/**
 * What an HTTP response of ActiveCampaign means, for every kind of request. Each step decides what `not-found` and
 * `refused` mean for it.
 */
export type AnswerReading = { kind: "done"; body: unknown } | AnswerFailure;

export type AnswerFailure =
  | { kind: "not-found"; reason: string }
  | { kind: "refused"; reason: string; body: unknown }
  | Extract<
      DeliveryFailure,
      { kind: "retry-later" | "rate-limited" | "account-refused" | "interrupted" }
    >;

/** ActiveCampaign sends ids as numbers or as texts. */
export const activeCampaignId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const minBackOffMs = 1_000;
const defaultBackOffMs = 30_000;

export function readAnswer(answer: Answer): AnswerReading {
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

function readStatus(answer: Answered): AnswerReading {
  const { status, body } = answer;
  const reason = `status ${status}`;
  if (isRateLimit(answer)) return { kind: "rate-limited", reason, backOffMs: readBackOff(answer) };
  if (status === 401 || status === 403) return { kind: "account-refused", reason };
  if (status === 404) return { kind: "not-found", reason };
  if (body === undefined) return { kind: "retry-later", reason: `${reason}, not JSON` };
  if (status >= 200 && status < 300) return { kind: "done", body };
  if (status < 400 || status === 408 || status >= 500) return { kind: "retry-later", reason };
  return { kind: "refused", reason, body };
}

/** True for status 429, and for status 400 if the body names a rate limit, as the bulk importer reports it. */
function isRateLimit({ status, body }: Answered): boolean {
  return status === 429 || (status === 400 && /rate limit/i.test(complaintsIn(body)));
}

/**
 * Reads how long the Retry-After header asks the courier to wait, if it is a number of seconds, and keeps it between
 * the limits for a back-off.
 */
function readBackOff({ retryAfter }: Answered): number {
  if (retryAfter === null || !/^\d+$/.test(retryAfter)) return defaultBackOffMs;
  return Math.min(Math.max(Number(retryAfter) * 1_000, minBackOffMs), maxBackOffMs);
}

const text = v.optional(v.string(), "");
const complaint = v.object({
  title: text,
  detail: text,
  code: v.optional(v.unknown()),
  source: v.optional(v.unknown()),
});
const refusal = v.object({
  message: text,
  error: text,
  errors: v.optional(v.array(complaint), []),
});

/**
 * Returns the error messages in an HTTP response's body, and nothing more of the body, which may repeat what a visitor
 * wrote.
 */
export function complaintsIn(body: unknown): string {
  const parsed = v.safeParse(refusal, body);
  return parsed.success ? JSON.stringify(parsed.output) : "";
}

/** Says whether to repeat a request at once: yes if no HTTP response came or if it was useless, but not after a time-out. */
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

/** Turns a failed request into the failure of the delivery, for a step in which `not-found` means the same as `refused`. */
export function deliveryFailureOf(failure: AnswerFailure): DeliveryFailure {
  switch (failure.kind) {
    case "not-found":
    case "refused":
      return { kind: "refused", reason: failure.reason };
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return failure;
  }
}
