import { parseLead } from "#lead/parse-lead.ts";
import { alarms } from "#phrases/alarms.ts";
import { outages } from "#phrases/store-outages.ts";
import { bearerToken } from "#server/http/headers.ts";
import type { Log } from "#server/log.ts";
import { newPass } from "#server/store/groups/pass.ts";
import type { Appender, Submission } from "#server/store/submissions/submissions.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { SignUpOutcome } from "./outcome.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readBody } from "./read-body.ts";
import {
  isConsentMissing,
  type ReceivedSignUp,
  readContextHeader,
  readPostedForm,
} from "./sign-up-context.ts";
import { type SubmissionDeps, submissionOf } from "./submission-of.ts";

export type AddContactDeps = SubmissionDeps & {
  append: Appender;
  limits: RateLimits;
  log: Log;
  publicKey: string;
  /** The key that signs the passes; undefined until the store has told it. */
  linkKey: () => string | undefined;
};

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

/** Stores the submission. A failure of the store is returned as a refusal, so that the visitor can send it again. */
async function store(
  { append, log, linkKey }: AddContactDeps,
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
        return {
          kind: "accepted",
          as: appended,
          flag: submission.flag,
          signUp,
          pass: passFor(linkKey()),
        };
    }
  } catch (error) {
    log.error({ alarm, error, request: requestId }, message);
    return { kind: "refused", code: "unavailable", signUp };
  }
}

function passFor(linkKey: string | undefined): string | undefined {
  return linkKey && newPass(linkKey);
}
