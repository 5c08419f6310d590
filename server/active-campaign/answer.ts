import * as v from "valibot";

/**
 * What ActiveCampaign's answer to a request means: it is done, it failed, or nothing can be sent now. What becomes of a
 * lead then, after a 422 for instance, `delivery/failure-policy.ts` decides. No `reason` contains a name or an e-mail.
 */
export type Answer<Body = unknown> = { kind: "done"; body: Body } | Failed | TheAccount;

/** It is not done, and what was sent may be the cause: a refusal, or an answer that says nothing, or none. */
export type Failed = {
  kind: "failed";
  reason: string;
  /** What ActiveCampaign said when it refused the request; undefined if no useful answer came. */
  refusal?: { status: number; body: unknown };
  /** It may have failed by chance, so the request is repeated at once. */
  byChance?: true;
};

/** Nothing can be sent now, whatever it is. */
export type TheAccount = { kind: "account"; reason: string } & (
  | { state: "asks-for-rest"; forMs: number }
  /** It takes nothing, and does not say for how long. */
  | { state: "fails" }
  /** This process may not send any more: it stops, or another one is the courier now. */
  | { state: "interrupted" }
);

/** ActiveCampaign may have received the request or not. */
export const interrupted: TheAccount = {
  kind: "account",
  state: "interrupted",
  reason: "stopped",
};

const minRestMs = 1_000;
const defaultRestMs = 30_000;
const maxRestMs = 15 * 60_000;

/** Reads an HTTP response. A body that is not JSON is undefined: the HTML page of a proxy, or no body at all. */
export function readAnswer({
  status,
  body,
  retryAfter = null,
}: {
  status: number;
  body: unknown;
  retryAfter?: string | null;
}): Answer {
  const reason = `status ${status}`;
  // The bulk importer says that its limit is exceeded with status 400.
  if (status === 429 || (status === 400 && /rate limit/i.test(complaintsIn(body))))
    return { kind: "account", state: "asks-for-rest", reason, forMs: restAskedFor(retryAfter) };
  // A refused key, or something that is not there. These say nothing in their bodies.
  if ([401, 403, 404].includes(status))
    return { kind: "failed", reason, refusal: { status, body: undefined } };
  const isDone = status >= 200 && status < 300;
  if (isDone && body !== undefined) return { kind: "done", body };
  const nothing = noUsefulAnswer(body === undefined ? `${reason}, not JSON` : reason);
  if (isDone || status === 408 || status >= 500) return { ...nothing, byChance: true };
  // An account that is not paid for was answered with status 402.
  if (status < 400 || status === 402 || body === undefined) return nothing;
  return { kind: "failed", reason, refusal: { status, body } };
}

export function noUsefulAnswer(reason: string): Failed {
  return { kind: "failed", reason };
}

function restAskedFor(retryAfter: string | null): number {
  if (retryAfter === null || !/^\d+$/.test(retryAfter)) return defaultRestMs;
  return Math.min(Math.max(Number(retryAfter) * 1_000, minRestMs), maxRestMs);
}

export function isNotFound(answer: Answer): boolean {
  return answer.kind === "failed" && answer.refusal?.status === 404;
}

/** ActiveCampaign sends ids as numbers or as texts. */
export const activeCampaignId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** The body of an answer in the form that we need. Without it, the answer says nothing. */
export function bodyAs<Body>(
  answer: Answer,
  form: v.GenericSchema<unknown, Body>,
  unexpected: string,
): Answer<Body> {
  if (answer.kind !== "done") return answer;
  const parsed = v.safeParse(form, answer.body);
  return parsed.success ? { kind: "done", body: parsed.output } : noUsefulAnswer(unexpected);
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

/** The error messages in a body, and nothing more of it, because it may repeat what a visitor wrote. */
export function complaintsIn(body: unknown): string {
  const parsed = v.safeParse(refusal, body);
  return parsed.success ? JSON.stringify(parsed.output) : "";
}

/** Whether ActiveCampaign refused what was sent because of the e-mail in it: no later try would help. */
export function namesEmail({ refusal }: Failed): boolean {
  return /e-?mail/i.test(complaintsIn(refusal?.body));
}
