import { Hono } from "hono";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals } from "#content/refusals.ts";
import {
  contextHeader,
  type FieldProblem,
  idempotencyHeader,
  type RefusalCode,
  requestIdHeader,
} from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { alarms } from "#phrases/alarms.ts";
import type { ServerContext } from "#server/context.ts";
import type { StaticPages } from "#server/pages/files.ts";
import { bearerToken, neverCached } from "#server/pages/security.ts";
import { passOf, personOf, withPass } from "#server/store/pass.ts";
import type { Surface } from "#server/store/schema.ts";
import type { Appended, Submission } from "#server/store/submissions.ts";
import { type Answer, answerForm } from "./form.ts";
import { networkOf } from "./limits.ts";
import {
  isCompressed,
  isConsentMissing,
  isFromElsewhere,
  type PostedForm,
  parseBody,
  parseContext,
  readBody,
  readHead,
  readTold,
  type SignUpRequest,
} from "./read.ts";

/** The result of a sign-up, from which the answer is made. */
type Outcome = {
  code: "stored" | "repeated" | RefusalCode;
  problems?: FieldProblem[];
  waitMs?: number;
  /** Where the visitor signed up: known if the request could be read that far, as `form` is. */
  surface?: Surface;
  form?: PostedForm | undefined;
  /**
   * The person's pass, by which the link to the group recognizes the person; undefined while the key that signs passes
   * is unknown.
   */
  pass?: string | undefined;
};

/**
 * The lead function (docs/lead-function.md). Each of its answers is logged, also refusals. `pages` returns the present
 * pages, for forms that were sent without script.
 */
export function createLeadFunction(server: ServerContext, pages: () => StaticPages): Hono {
  const leadFunction = new Hono();
  leadFunction.options("/", (context) => answerPreflight(readHead(server, context)));
  leadFunction.all("/", async (context) => {
    const asked = readHead(server, context);
    const outcome = await takeSignUp(server, asked).catch((error): Outcome => {
      const { alarm, message } = alarms.signUpError;
      server.log.error({ alarm, error, request: asked.id }, message);
      return { code: "unexpected" };
    });
    report(server, asked, outcome);
    const answer = sayOutcome(asked, outcome);
    return asked.fromForm ? answerForm(pages(), asked, answer) : answerJson(answer);
  });
  return leadFunction;
}

const maxSignUpBytes = 4 * 1024;
const maxUserAgentLength = 300;
const idempotencyKeyForm = /^[\w-]{8,128}$/;

/** Handles a sign-up, from the check of its method and key to its row in the store. */
async function takeSignUp(server: ServerContext, asked: SignUpRequest): Promise<Outcome> {
  const { request, bodyKind, fromForm, networkAddress } = asked;
  const { config, publicKey, pageFormSends, clock } = server;
  const { headers, method } = request;
  if (method !== "POST") return { code: "method-not-allowed" };
  const keyIsInHeader = headers.get("apikey") === publicKey || bearerToken(headers) === publicKey;
  // A form that was sent without script has the key in a hidden field, so the body is read before the key is checked.
  if (!keyIsInHeader && !fromForm) return { code: "unauthorized" };
  if (bodyKind === undefined || isCompressed(headers)) return { code: "unsupported-type" };
  const body = await readBody(request, maxSignUpBytes, parseBody[bodyKind]);
  if (body.kind !== "read") return { code: body.kind };
  const { fields, form } = body.value;
  const told = form ?? readTold(parseContext(headers.get(contextHeader)));
  const { surface, wording, cta, source } = told;
  const ends = (code: Outcome["code"], more?: Partial<Outcome>): Outcome => {
    return { code, surface, form, ...more };
  };
  if (!keyIsInHeader && form?.key !== publicKey) return ends("unauthorized");
  const parsed = parseLead(fields);
  if (parsed.kind === "problems") return ends("invalid-lead", { problems: parsed.problems });
  if (isConsentMissing(form)) return ends("invalid-lead", { problems: [] });
  // If no page of ours showed the sentence, the visitor cannot have read it. The sign-up is stored all the same, but
  // without the sentence.
  const wasShown =
    !isFromElsewhere(headers, config.allowedOrigins) && (surface !== "page" || pageFormSends);
  const key = headers.get(idempotencyHeader) ?? "";
  const submission = {
    lead: parsed.lead,
    surface,
    receivedAt: clock(),
    wording: wasShown ? wording : undefined,
    cta,
    source,
    ip: networkOf(networkAddress) || undefined,
    userAgent: headers.get("user-agent")?.slice(0, maxUserAgentLength),
    idempotencyKey: idempotencyKeyForm.test(key) ? key : undefined,
  };
  const decision = server.limits(networkAddress, submission);
  if (decision.kind === "wait") return ends("too-many", { waitMs: decision.waitMs });
  const flag = decision.kind === "held" ? "flood" : told.flag;
  const stored = await store(server, asked, { ...submission, flag });
  if (stored === "key-reused" || stored === "unavailable") return ends(stored);
  const linkKey = server.linkKey();
  const pass = linkKey && passOf(linkKey, personOf(linkKey, emailKey(parsed.lead.email)));
  return ends(stored, { pass });
}

/** Stores a submission. A failure of the store becomes a refusal, so that the visitor can send the sign-up again. */
async function store(
  { append, log }: ServerContext,
  { id: request }: SignUpRequest,
  submission: Submission,
): Promise<Appended | "unavailable"> {
  const { alarm, message } = alarms.signUpNotStored;
  try {
    const appended = await append(submission);
    const reason = "o banco de dados não respondeu a tempo";
    if (appended === "late") log.error({ alarm, reason, request }, message);
    return appended === "late" || appended === "overloaded" ? "unavailable" : appended;
  } catch (error) {
    log.error({ alarm, error, request }, message);
    return "unavailable";
  }
}

/** Logs the result of a sign-up. The log contains no personal data. */
function report(
  { plainLog, clock }: ServerContext,
  { id, startedAt }: SignUpRequest,
  outcome: Outcome,
): void {
  const { code, surface = "unknown" } = outcome;
  const line = { request: id, outcome: code, surface, ms: clock() - startedAt };
  plainLog.info(line, "Uma inscrição foi respondida.");
}

const statuses = {
  stored: 200,
  repeated: 200,
  malformed: 400,
  unauthorized: 401,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-type": 415,
  "invalid-lead": 422,
  "key-reused": 422,
  "too-many": 429,
  unexpected: 500,
  unavailable: 503,
} satisfies Record<Outcome["code"], number>;

function sayOutcome(asked: SignUpRequest, outcome: Outcome): Answer {
  const { code, form, pass } = outcome;
  const [status, headers] = [statuses[code], headersFor(asked)];
  if (code === "stored" || code === "repeated") {
    const group = pass === undefined ? {} : { group: withPass(paths.group, pass) };
    return { status, headers, body: { ok: true, ...group }, pass };
  }
  const fields = outcome.problems?.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return {
    status,
    headers: Object.assign(headers, headersOf(outcome)),
    body: { ok: false, code, message: refusals[code], ...(fields && { fields }) },
    form,
  };
}

/**
 * The headers of every answer, also of a refusal. They name the page's origin: without this the browser hides the
 * answer from the page. `Object.assign` copies so many headers ten times as fast as spreading them does.
 */
function headersFor({ id, origin }: SignUpRequest): Record<string, string> {
  const headers = Object.assign({}, neverCached, { [requestIdHeader]: id, Vary: "Origin" });
  if (origin === undefined) return headers;
  return Object.assign(headers, {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": `Retry-After, ${requestIdHeader}`,
  });
}

const unavailableSeconds = 5;

function headersOf({ code, waitMs }: Outcome): Record<string, string> {
  if (code === "method-not-allowed") return { Allow: "POST" };
  if (code === "unavailable") return { "Retry-After": String(unavailableSeconds) };
  return waitMs === undefined ? {} : { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
}

/** The headers are a plain object, because @hono/node-server writes it without making a `Headers` object. */
function answerJson({ status, headers, body }: Answer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: Object.assign(headers, { "Content-Type": "application/json" }),
  });
}

const permissions = {
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  // The headers that our own pages send, and `x-client-info`, which the usual client of such a path adds.
  "Access-Control-Allow-Headers": `authorization, apikey, content-type, x-client-info, ${requestIdHeader.toLowerCase()}, ${idempotencyHeader}, ${contextHeader}`,
  "Access-Control-Max-Age": "86400",
};

/**
 * Answers the browser's question whether a page of another origin may send a sign-up. An origin that is not allowed
 * gets no permissions, so the browser does not send the sign-up.
 */
function answerPreflight(asked: SignUpRequest): Response {
  const granted = asked.origin === undefined ? {} : permissions;
  return new Response(null, { status: 204, headers: { ...headersFor(asked), ...granted } });
}
