import type { Logger } from "pino";
import { idempotencyHeader } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import type { Appender } from "#server/storage/group-commit.ts";
import type { Flag, Submission } from "#server/storage/submissions.ts";
import { answerSignUp, isForPeople } from "./add-contact-answers.ts";
import { shortened } from "./client-address.ts";
import type { StaticPages } from "./load-pages.ts";
import type { RateLimits } from "./rate-limits.ts";
import { type BodyKind, bodyKind, readBody } from "./read-body.ts";
import { type SentForm, sentForm } from "./sent-form.ts";
import { type Context, readContext } from "./sign-up-context.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

export type AddContactDeps = {
  append: Appender;
  limits: RateLimits;
  clock: () => number;
  log: Logger;
  publicKey: string;
  pages: StaticPages;
};

/** Faster than a person reads the first line; autofill is quick too, so it is only noted. */
const hasteMs = 1_500;
const longestUserAgent = 300;
const idempotencyKey = /^[\w-]{8,128}$/;

export async function addContact(
  deps: AddContactDeps,
  request: Request,
  address: string,
): Promise<Response> {
  const outcome = await signUp(deps, request, address);
  return answerSignUp(deps.pages, request, outcome);
}

async function signUp(
  deps: AddContactDeps,
  request: Request,
  address: string,
): Promise<SignUpOutcome> {
  const kind = bodyKind(request.headers.get("content-type") ?? undefined);
  const authorized = keys(request).includes(deps.publicKey);
  // A form carries its key in a hidden field: it must be read first.
  if (!authorized && !isForPeople(request)) return { kind: "refused", code: "unauthorized" };
  if (kind === undefined) return { kind: "refused", code: "unsupported-type" };
  const body = await readBody(request, kind);
  if (body.kind !== "fields") return { kind: "refused", code: body.kind };
  const sent = sentForm(body.fields);
  if (!authorized && sent.key !== deps.publicKey)
    return { kind: "refused", code: "unauthorized", sent };
  return receive(deps, { kind, fields: body.fields, sent, request, address });
}

/** Supabase's client sends both. */
function keys(request: Request): Array<string | null | undefined> {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "");
  return [request.headers.get("apikey"), bearer?.[1]?.trim()];
}

type Received = {
  kind: BodyKind;
  fields: unknown;
  sent: SentForm;
  request: Request;
  address: string;
};

async function receive(deps: AddContactDeps, received: Received): Promise<SignUpOutcome> {
  const { kind, fields, sent, address } = received;
  const parsed = parseLead(fields);
  // With script the page itself asks for the tick, and its JSON does not carry it.
  const consentMissing = kind === "form" && sent.surface === "page" && !sent.consented;
  const problems = parsed.kind === "problems" ? parsed.problems : [];
  if (parsed.kind === "problems" || consentMissing)
    return { kind: "invalid", problems, consentMissing, sent };
  const waitMs = deps.limits(address, parsed.lead);
  if (waitMs > 0) return { kind: "refused", code: "too-many", sent, waitMs };
  return keep(deps, submissionOf(parsed.lead, received, deps.clock()), sent);
}

function submissionOf(
  lead: Lead,
  { kind, sent, request, address }: Received,
  now: number,
): Submission {
  const context = kind === "form" ? sent : readContext(request.headers);
  const key = request.headers.get(idempotencyHeader) ?? "";
  return {
    lead,
    surface: context.surface,
    receivedAt: now,
    wording: context.wording,
    cta: context.cta,
    source: context.source,
    ip: shortened(address) || undefined,
    userAgent: request.headers.get("user-agent")?.slice(0, longestUserAgent),
    idempotencyKey: idempotencyKey.test(key) ? key : undefined,
    flag: flagOf(context),
  };
}

function flagOf({ trapped, elapsedMs }: Context): Flag | undefined {
  if (trapped) return "trap";
  return elapsedMs !== undefined && elapsedMs < hasteMs ? "haste" : undefined;
}

/** A store that fails is a broken world, not a bug: the visitor may try again in a moment. */
async function keep(
  { append, log }: AddContactDeps,
  submission: Submission,
  sent: SentForm,
): Promise<SignUpOutcome> {
  try {
    const appended = await append(submission);
    if (appended === "overloaded") return { kind: "refused", code: "unavailable", sent };
    if (appended === "key-reused") return { kind: "refused", code: "key-reused", sent };
    return { kind: "accepted" };
  } catch (error) {
    log.error({ error }, "A sign-up could not be stored: the visitor was asked to try again.");
    return { kind: "refused", code: "unavailable", sent };
  }
}
