import type { Logger } from "pino";
import { idempotencyHeader } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { alarms } from "#phrases/alarms.ts";
import { outages } from "#phrases/store-outages.ts";
import { bearerToken } from "#server/http/headers.ts";
import type { Appender } from "#server/storage/submissions/group-commit.ts";
import type { Submission } from "#server/storage/submissions/submissions.ts";
import type { Flag } from "#server/storage/tables.ts";
import { networkOf } from "./client-address.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { SignUpOutcome } from "./outcome.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readBody } from "./read-body.ts";
import {
  type CheckedContext,
  isConsentMissing,
  type ReceivedSignUp,
  readContextHeader,
  readPostedForm,
} from "./sign-up-context.ts";

export type AddContactDeps = {
  append: Appender;
  limits: RateLimits;
  clock: () => number;
  log: Logger;
  publicKey: string;
  /** Whether the form in the page sends its data. If it does not, no page of ours asks for a consent. */
  pageFormSends: boolean;
};

/** A sign-up sent sooner after the page opened than these milliseconds is flagged, not held: autofill is fast too. */
const minElapsedMs = 1_500;
const maxUserAgentLength = 300;
const idempotencyKeyForm = /^[\w-]{8,128}$/;

/** Handles a request to the lead function, from its key to the stored submission. */
export async function addContact(
  deps: AddContactDeps,
  leadRequest: LeadRequest,
): Promise<SignUpOutcome> {
  const { request, bodyKind, fromForm } = leadRequest;
  const authorized = isAuthorized(request.headers, deps.publicKey);
  // A form that was sent without script has the key in a hidden field, so its body is read before the key is checked.
  if (!authorized && !fromForm) return { kind: "refused", code: "unauthorized" };
  if (bodyKind === undefined || isCompressed(request.headers))
    return { kind: "refused", code: "unsupported-type" };
  const body = await readBody(request, bodyKind);
  if (body.kind !== "fields") return { kind: "refused", code: body.kind };
  if (bodyKind === "json")
    return checkAndStore(deps, leadRequest, body.fields, readContextHeader(request.headers));
  const form = readPostedForm(body.fields);
  if (!authorized && form.key !== deps.publicKey)
    return { kind: "refused", code: "unauthorized", signUp: form };
  return checkAndStore(deps, leadRequest, body.fields, form);
}

/** Whether the request has the public key in a header. Supabase's client sends the key in both headers. */
function isAuthorized(headers: Headers, key: string): boolean {
  return headers.get("apikey") === key || bearerToken(headers) === key;
}

/** Compressed bodies are refused: 4 KiB need no compression, and a compressed body could expand to gigabytes. */
function isCompressed(headers: Headers): boolean {
  const encoding = headers.get("content-encoding");
  return encoding !== null && encoding.trim().toLowerCase() !== "identity";
}

async function checkAndStore(
  deps: AddContactDeps,
  leadRequest: LeadRequest,
  fields: unknown,
  signUp: ReceivedSignUp,
): Promise<SignUpOutcome> {
  const parsed = parseLead(fields);
  const consentMissing = isConsentMissing(signUp);
  const problems = parsed.kind === "problems" ? parsed.problems : [];
  if (parsed.kind === "problems" || consentMissing)
    return { kind: "invalid", problems, consentMissing, signUp };
  const submission = submissionOf(deps, leadRequest, parsed.lead, signUp);
  const decision = deps.limits(leadRequest.address, submission);
  switch (decision.kind) {
    case "wait":
      return { kind: "refused", code: "too-many", signUp, waitMs: decision.waitMs };
    case "held":
      return store(deps, leadRequest.id, { ...submission, flag: "flood" }, signUp);
    case "free":
      return store(deps, leadRequest.id, submission, signUp);
  }
}

function submissionOf(
  deps: AddContactDeps,
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

/** Stores the submission. A failure of the store is returned as a refusal, so that the visitor can send it again. */
async function store(
  { append, log }: AddContactDeps,
  requestId: string,
  submission: Submission,
  signUp: ReceivedSignUp,
): Promise<SignUpOutcome> {
  const { alarm, message } = alarms.signUpNotStored;
  try {
    const appended = await append(submission);
    switch (appended) {
      case "late":
        log.error({ alarm, reason: outages.lateAnswer, request: requestId }, message);
        return { kind: "refused", code: "unavailable", signUp };
      case "overloaded":
        return { kind: "refused", code: "unavailable", signUp };
      case "key-reused":
        return { kind: "refused", code: "key-reused", signUp };
      case "stored":
      case "repeated":
        return { kind: "accepted", as: appended, flag: submission.flag, signUp };
    }
  } catch (error) {
    log.error({ alarm, error, request: requestId }, message);
    return { kind: "refused", code: "unavailable", signUp };
  }
}
