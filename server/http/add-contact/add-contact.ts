import type { Logger } from "pino";
import { idempotencyHeader } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { bearerToken } from "#server/http/bearer-token.ts";
import type { Appender } from "#server/storage/submissions/group-commit.ts";
import type { Submission } from "#server/storage/submissions/submissions.ts";
import type { Flag } from "#server/storage/tables.ts";
import { shortened } from "./client-address.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { Sent, SignUpOutcome } from "./outcome.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readBody } from "./read-body.ts";
import { type Context, readContext, sentForm } from "./sign-up-context.ts";

export type AddContactDeps = {
  append: Appender;
  limits: RateLimits;
  clock: () => number;
  log: Logger;
  publicKey: string;
  /** Whether the form in the page sends its data. If it does not, no page of ours asks for a consent. */
  pageFormSends: boolean;
};

/** Faster than a person reads the first line; autofill is quick too, so it is only noted. */
const hasteMs = 1_500;
const longestUserAgent = 300;
const idempotencyKey = /^[\w-]{8,128}$/;
const notStored = "A sign-up could not be stored: the visitor was asked to try again.";

export async function addContact(deps: AddContactDeps, asked: LeadRequest): Promise<SignUpOutcome> {
  const { request, kind, forPeople } = asked;
  const authorized = isAuthorized(request, deps.publicKey);
  // A form carries its key in a hidden field: it must be read first.
  if (!authorized && !forPeople) return { kind: "refused", code: "unauthorized" };
  if (kind === undefined || isPacked(request)) return { kind: "refused", code: "unsupported-type" };
  const body = await readBody(request, kind);
  if (body.kind !== "fields") return { kind: "refused", code: body.kind };
  if (kind === "json")
    return receive(deps, asked, { fields: body.fields, sent: readContext(request.headers) });
  const sent = sentForm(body.fields);
  if (!authorized && sent.key !== deps.publicKey)
    return { kind: "refused", code: "unauthorized", sent };
  // With script the page itself asks for the tick, and its JSON does not carry it.
  const consentMissing = sent.surface === "page" && !sent.consented;
  return receive(deps, asked, { fields: body.fields, sent, consentMissing });
}

/** Supabase's client sends the key in both. */
function isAuthorized({ headers }: Request, key: string): boolean {
  return headers.get("apikey") === key || bearerToken(headers) === key;
}

/** Nobody's 4 KiB need packing, and a few of them could unpack to gigabytes. */
function isPacked({ headers }: Request): boolean {
  const encoding = headers.get("content-encoding");
  return encoding !== null && encoding.trim().toLowerCase() !== "identity";
}

type Received = { fields: unknown; sent: Sent; consentMissing?: boolean };

async function receive(
  deps: AddContactDeps,
  asked: LeadRequest,
  { fields, sent, consentMissing = false }: Received,
): Promise<SignUpOutcome> {
  const parsed = parseLead(fields);
  const problems = parsed.kind === "problems" ? parsed.problems : [];
  if (parsed.kind === "problems" || consentMissing)
    return { kind: "invalid", problems, consentMissing, sent };
  const submission = submissionOf(parsed.lead, { asked, sent, deps });
  const limited = deps.limits(asked.address, submission);
  switch (limited.kind) {
    case "wait":
      return { kind: "refused", code: "too-many", sent, waitMs: limited.waitMs };
    case "held":
      return keep(deps, asked, { submission: { ...submission, flag: "flood" }, sent });
    case "free":
      return keep(deps, asked, { submission, sent });
  }
}

type Particulars = { asked: LeadRequest; sent: Sent; deps: AddContactDeps };

function submissionOf(lead: Lead, { asked, sent, deps }: Particulars): Submission {
  const { headers } = asked.request;
  const key = headers.get(idempotencyHeader) ?? "";
  return {
    lead,
    surface: sent.surface,
    receivedAt: deps.clock(),
    wording: wordingSeen(asked, sent, deps),
    cta: sent.cta,
    source: sent.source,
    ip: shortened(asked.address) || undefined,
    userAgent: headers.get("user-agent")?.slice(0, longestUserAgent),
    idempotencyKey: idempotencyKey.test(key) ? key : undefined,
    flag: flagOf(sent),
  };
}

/** The sentence that a visitor read or agreed to; undefined if no page of ours showed it. The sign-up is stored anyway. */
function wordingSeen(
  { fromElsewhere }: LeadRequest,
  { surface, wording }: Sent,
  { pageFormSends }: AddContactDeps,
): string | undefined {
  return fromElsewhere || (surface === "page" && !pageFormSends) ? undefined : wording;
}

function flagOf({ trapped, elapsedMs }: Context): Flag | undefined {
  if (trapped) return "honeypot";
  return elapsedMs !== undefined && elapsedMs < hasteMs ? "too-fast" : undefined;
}

type Kept = { submission: Submission; sent: Sent };

/** A store that fails is a broken world, not a bug: the visitor may try again in a moment. */
async function keep(
  { append, log }: AddContactDeps,
  { id }: LeadRequest,
  { submission, sent }: Kept,
): Promise<SignUpOutcome> {
  try {
    const appended = await append(submission);
    switch (appended) {
      case "late":
        log.error({ reason: "no answer in time", request: id }, notStored);
        return { kind: "refused", code: "unavailable", sent };
      case "overloaded":
        return { kind: "refused", code: "unavailable", sent };
      case "key-reused":
        return { kind: "refused", code: "key-reused", sent };
      case "stored":
      case "repeated":
        return { kind: "accepted", as: appended, flag: submission.flag, sent };
    }
  } catch (error) {
    log.error({ error, request: id }, notStored);
    return { kind: "refused", code: "unavailable", sent };
  }
}
