import * as v from "valibot";
import type { Answer } from "./client.ts";

/** How one try to deliver a lead ended. The reasons are for the operator, so they contain no name and no e-mail. */
export type DeliveryOutcome =
  /** `notes` say what was left out for this contact, like a phone number that ActiveCampaign refused, and why. */
  { kind: "delivered"; contactId: string; notes: string[] } | DeliveryFailure;

export type DeliveryFailure =
  /** A bad gateway, a page of HTML or silence says nothing about the lead, so it is tried again after a delay. */
  | { kind: "retry-later"; reason: string }
  /** ActiveCampaign refuses this lead for an unknown reason. After some refusals the lead waits for the operator. */
  | { kind: "refused"; reason: string }
  /** This lead waits for the operator, because trying again would not help. */
  | { kind: "parked"; reason: string }
  /** All leads wait, because ActiveCampaign limits the rate and asks the courier to back off. */
  | { kind: "rate-limited"; reason: string; backOffMs: number }
  /** All leads wait, because ActiveCampaign refuses the key or the account's URL. The circuit is tripped. */
  | { kind: "account-refused"; reason: string }
  /** All leads wait, because ActiveCampaign does not answer as it should. The circuit is tripped. */
  | { kind: "unavailable"; reason: string }
  /** The server is stopping, or another process is the courier now. The lead stays due. */
  | { kind: "interrupted"; reason: string };

/** What an answer of ActiveCampaign means. Each request decides what `not-found` and `refused` mean for it. */
export type AnswerReading<Body = unknown> = { kind: "done"; body: Body } | AnswerFailure;

export type AnswerFailure =
  | { kind: "not-found"; reason: string }
  | { kind: "refused"; reason: string; body: unknown }
  | Extract<
      DeliveryFailure,
      { kind: "retry-later" | "rate-limited" | "account-refused" | "interrupted" }
    >;

/** ActiveCampaign sends ids as numbers or as texts. */
export const activeCampaignId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** The body of an answer in the form that we need. Without it, the answer says nothing, and is asked for again. */
export function bodyAs<Body>(
  reading: AnswerReading,
  form: v.GenericSchema<unknown, Body>,
  unexpected: string,
): AnswerReading<Body> {
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(form, reading.body);
  return parsed.success
    ? { kind: "done", body: parsed.output }
    : { kind: "retry-later", reason: unexpected };
}

const minBackOffMs = 1_000;
const defaultBackOffMs = 30_000;
const maxBackOffMs = 15 * 60_000;

export function readAnswer(answer: Answer): AnswerReading {
  if (answer.kind === "interrupted") return { kind: "interrupted", reason: "stopped" };
  if (answer.kind === "no-answer") return { kind: "retry-later", reason: answer.reason };
  const { status, body, retryAfter } = answer;
  const reason = `status ${status}`;
  // The bulk importer says that its limit is exceeded with status 400.
  if (status === 429 || (status === 400 && /rate limit/i.test(complaintsIn(body))))
    return { kind: "rate-limited", reason, backOffMs: readBackOff(retryAfter) };
  if (status === 401 || status === 403) return { kind: "account-refused", reason };
  if (status === 404) return { kind: "not-found", reason };
  if (body === undefined) return { kind: "retry-later", reason: `${reason}, not JSON` };
  if (status >= 200 && status < 300) return { kind: "done", body };
  if (status < 400 || status === 408 || status >= 500) return { kind: "retry-later", reason };
  return { kind: "refused", reason, body };
}

function readBackOff(retryAfter: string | null): number {
  if (retryAfter === null || !/^\d+$/.test(retryAfter)) return defaultBackOffMs;
  return Math.min(Math.max(Number(retryAfter) * 1_000, minBackOffMs), maxBackOffMs);
}

const text = v.optional(v.string(), "");
const refusal = v.object({
  message: text,
  error: text,
  errors: v.optional(
    v.array(
      v.object({
        title: text,
        detail: text,
        code: v.optional(v.unknown()),
        source: v.optional(v.unknown()),
      }),
    ),
    [],
  ),
});

/** The error messages in an answer, and nothing more of it, because it may repeat what a visitor wrote. */
export function complaintsIn(body: unknown): string {
  const parsed = v.safeParse(refusal, body);
  return parsed.success ? JSON.stringify(parsed.output) : "";
}

/** What a failed request means for the delivery, where `not-found` is the same as `refused`. It leaves the body out. */
export function deliveryFailureOf(failure: AnswerFailure | DeliveryFailure): DeliveryFailure {
  return failure.kind === "not-found" || failure.kind === "refused"
    ? { kind: "refused", reason: failure.reason }
    : failure;
}

/** Whether to repeat a request at once: if no answer came or a useless one, but not after a time-out. */
export function isWorthRepeating(answer: Answer): boolean {
  if (answer.kind === "interrupted") return false;
  if (answer.kind === "no-answer") return !/timeout|timedout|too-long/i.test(answer.reason);
  const { status, body } = answer;
  const isUseless = status >= 200 && status < 300 && body === undefined;
  return status >= 500 || status === 408 || isUseless;
}
