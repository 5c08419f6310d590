import * as v from "valibot";

/**
 * What ActiveCampaign's answer to a request means: the request is done, it failed, or nothing can be sent now.
 * `delivery/failure-policy.ts` decides what then happens to a lead, after a 422 for instance. No `reason` contains a
 * name or an e-mail.
 */
export type Answer<Body = unknown> = { kind: "done"; body: Body } | Failed | TheAccount;

/**
 * The request is not done, and its content may be the cause: a refusal, an answer that says nothing useful, or no
 * answer.
 */
export type Failed = {
  kind: "failed";
  reason: string;
  /** What ActiveCampaign said when it refused the request; undefined if no useful answer came. */
  refusal?: { status: number; body: unknown };
  /** True if the request may have failed by chance: then it is repeated at once. */
  byChance?: true;
};

/** Nothing can be sent to ActiveCampaign now, whatever the request is. */
export type TheAccount = { kind: "account"; reason: string } & (
  | { state: "asks-for-rest"; forMs: number }
  /** The account accepts nothing, and does not say for how long. */
  | { state: "fails" }
  /** This process may not send any more: it stops, or another process is the courier now. */
  | { state: "interrupted" }
);

/** The answer when this process stops a request: ActiveCampaign may have received the request or not. */
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
  // ActiveCampaign's bulk importer reports with status 400 that its rate limit is exceeded.
  if (status === 429 || (status === 400 && /rate limit/i.test(complaintsIn(body))))
    return { kind: "account", state: "asks-for-rest", reason, forMs: restAskedFor(retryAfter) };
  // With these statuses ActiveCampaign refuses the key, or something does not exist. Their bodies say nothing.
  if ([401, 403, 404].includes(status))
    return { kind: "failed", reason, refusal: { status, body: undefined } };
  const isDone = status >= 200 && status < 300;
  if (isDone && body !== undefined) return { kind: "done", body };
  const nothing = noUsefulAnswer(body === undefined ? `${reason}, not JSON` : reason);
  if (isDone || status === 408 || status >= 500) return { ...nothing, byChance: true };
  // ActiveCampaign answers with status 402 for an account that is not paid for.
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

/**
 * Returns the body of an answer in the form that we need. If the body has another form, the answer counts as no useful
 * answer.
 */
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

/** Returns the error messages in a body, and nothing else of the body, because it may repeat what a visitor wrote. */
export function complaintsIn(body: unknown): string {
  const parsed = v.safeParse(refusal, body);
  return parsed.success ? JSON.stringify(parsed.output) : "";
}

/** True if ActiveCampaign refused a request because of the e-mail in it: no later try would help. */
export function namesEmail({ refusal }: Failed): boolean {
  return /e-?mail/i.test(complaintsIn(refusal?.body));
}
