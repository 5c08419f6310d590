import { idempotencyHeader } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Submission } from "#server/store/submissions/submissions.ts";
import type { Flag } from "#server/store/tables.ts";
import { networkOf } from "./client-address.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { CheckedContext } from "./sign-up-context.ts";

export type SubmissionDeps = {
  clock: () => number;
  /** Whether the form in the page sends its data. If it does not, no page of ours asks for a consent. */
  pageFormSends: boolean;
};

/** A sign-up sent sooner after the page opened than these milliseconds is flagged, not held: autofill is fast too. */
const minElapsedMs = 1_500;
const maxUserAgentLength = 300;
const idempotencyKeyForm = /^[\w-]{8,128}$/;

/** What the store keeps of a sign-up: the lead, and how it came. */
export function submissionOf(
  deps: SubmissionDeps,
  { request: { headers }, address, fromElsewhere }: LeadRequest,
  lead: Lead,
  context: CheckedContext,
): Submission {
  const { surface, wording, cta, source } = context;
  const key = headers.get(idempotencyHeader) ?? "";
  // Without a page of ours that showed the wording, the visitor cannot have read it. The sign-up is stored all the same.
  const wordingWasShown = !fromElsewhere && (surface !== "page" || deps.pageFormSends);
  return {
    lead,
    surface,
    receivedAt: deps.clock(),
    wording: wordingWasShown ? wording : undefined,
    cta,
    source,
    ip: networkOf(address) || undefined,
    userAgent: headers.get("user-agent")?.slice(0, maxUserAgentLength),
    idempotencyKey: idempotencyKeyForm.test(key) ? key : undefined,
    flag: flagOf(context),
  };
}

function flagOf({ honeypotFilled, elapsedMs }: CheckedContext): Flag | undefined {
  if (honeypotFilled) return "honeypot";
  return elapsedMs !== undefined && elapsedMs < minElapsedMs ? "too-fast" : undefined;
}
