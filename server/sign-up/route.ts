import { Hono } from "hono";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals } from "#content/refusals.ts";
import {
  contextHeader,
  idempotencyHeader,
  type RefusalCode,
  requestIdHeader,
} from "#lead/contract.ts";
import { emailKey } from "#lead/lead.ts";
import { alarms } from "#phrases/alarms.ts";
import type { Log } from "#server/log.ts";
import type { StaticPages } from "#server/pages/files.ts";
import { neverCached } from "#server/pages/security.ts";
import { passOf, personOf } from "#server/store/leads/make-pass.ts";
import type { Flag, Surface } from "#server/store/row-types.ts";
import type { Appended, Appender, Submission } from "#server/store/submissions/submissions.ts";
import { type Answer, answerForm } from "./form.ts";
import type { RateLimits } from "./limits.ts";
import { type ReadDeps, type Refusal, readHead, readSignUp, type SignUpRequest } from "./read.ts";
import { withPass } from "./read-pass.ts";

export type SignUpDeps = ReadDeps & {
  append: Appender;
  limits: RateLimits;
  /** The key that signs the passes; undefined until the store has told it. */
  linkKey: () => string | undefined;
  log: Log;
  /** Writes lines that hold no text of a visitor, without the search for personal data. If undefined, `log` does. */
  plainLog?: Pick<Log, "info"> | undefined;
};

/** How a sign-up ended. */
type SignUpOutcome =
  | {
      kind: "accepted";
      as: "stored" | "repeated";
      flag: Flag | undefined;
      surface: Surface;
      /** The text by which the link to the group recognizes this person; undefined while its key is unknown. */
      pass: string | undefined;
    }
  | Refusal;

/**
 * The lead function (docs/lead-function.md). Each of its answers, refusals too, is logged. `pages` gives the
 * pages of the present moment, for forms that were sent without script.
 */
export function createLeadFunction(deps: SignUpDeps, pages: () => StaticPages): Hono {
  const leadFunction = new Hono();
  leadFunction.options("/", (context) => answerPreflight(readHead(deps, context)));
  leadFunction.all("/", async (context) => {
    const asked = readHead(deps, context);
    const outcome = await takeSignUp(deps, asked).catch((error): Refusal => {
      const { alarm, message } = alarms.signUpError;
      deps.log.error({ alarm, error, request: asked.id }, message);
      return { kind: "refused", code: "unexpected" };
    });
    report(deps, asked, outcome);
    const answer = sayOutcome(asked, outcome);
    return asked.fromForm ? answerForm(pages(), asked, answer) : answerJson(answer);
  });
  return leadFunction;
}

async function takeSignUp(deps: SignUpDeps, asked: SignUpRequest): Promise<SignUpOutcome> {
  if (asked.request.method !== "POST") return { kind: "refused", code: "method-not-allowed" };
  const read = await readSignUp(deps, asked);
  if (read.kind === "refused") return read;
  const { submission, form } = read;
  const { surface } = submission;
  const decision = deps.limits(asked.networkAddress, submission);
  if (decision.kind === "wait") {
    const { waitMs } = decision;
    return { kind: "refused", code: "too-many", surface, form, waitMs };
  }
  const flag = decision.kind === "held" ? "flood" : submission.flag;
  const stored = await store(deps, asked, { ...submission, flag });
  if (stored === "key-reused" || stored === "unavailable")
    return { kind: "refused", code: stored, surface, form };
  const key = deps.linkKey();
  const pass = key && passOf(key, personOf(key, emailKey(submission.lead.email)));
  return { kind: "accepted", as: stored, flag, surface, pass };
}

/** A failure of the store is a refusal, so that the visitor can send the sign-up again. */
async function store(
  { append, log }: SignUpDeps,
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

/** The log holds no personal data. */
function report(
  { log, plainLog = log, clock }: SignUpDeps,
  { id, startedAt }: SignUpRequest,
  outcome: SignUpOutcome,
): void {
  const word = outcome.kind === "accepted" ? outcome.as : outcome.code;
  const surface = outcome.surface ?? "unknown";
  const line = { request: id, outcome: word, surface, ms: clock() - startedAt };
  plainLog.info(line, "Uma inscrição foi respondida.");
}

const statuses = {
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
} satisfies Record<RefusalCode, number>;

/** Who asked, as far as each answer says it. */
type Asked = Pick<SignUpRequest, "id" | "origin">;

function sayOutcome(asked: Asked, outcome: SignUpOutcome): Answer {
  const headers = headersFor(asked);
  if (outcome.kind === "accepted") {
    const { pass } = outcome;
    const group = pass === undefined ? {} : { group: withPass(paths.group, pass) };
    return { status: 200, headers, body: { ok: true, ...group }, pass };
  }
  const { code, form } = outcome;
  const fields = outcome.problems?.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return {
    status: statuses[code],
    headers: Object.assign(headers, headersOf(outcome)),
    body: { ok: false, code, message: refusals[code], ...(fields && { fields }) },
    form,
  };
}

/**
 * The headers of every answer, refusals too: without the name of its origin the browser would hide the answer from the page.
 * `Object.assign` copies so many headers ten times as fast as spreading them does.
 */
function headersFor({ id, origin }: Asked): Record<string, string> {
  const headers = Object.assign({}, neverCached, { [requestIdHeader]: id, Vary: "Origin" });
  if (origin === undefined) return headers;
  return Object.assign(headers, {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": `Retry-After, ${requestIdHeader}`,
  });
}

const unavailableSeconds = 5;

function headersOf({ code, waitMs }: Refusal): Record<string, string> {
  if (code === "method-not-allowed") return { Allow: "POST" };
  if (code === "unavailable") return { "Retry-After": String(unavailableSeconds) };
  return waitMs === undefined ? {} : { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
}

/** @hono/node-server writes headers in a plain object without making a `Headers` object. */
function answerJson({ status, headers, body }: Answer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: Object.assign(headers, { "Content-Type": "application/json" }),
  });
}

/** The headers that our own pages send, and the one that the usual client of such a path adds. */
const allowedHeaders = [
  "authorization",
  "apikey",
  "content-type",
  "x-client-info",
  requestIdHeader.toLowerCase(),
  idempotencyHeader,
  contextHeader,
].join(", ");

const permissions = {
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": allowedHeaders,
  "Access-Control-Max-Age": "86400",
};

/**
 * Answers the browser's question whether a page may send a sign-up. An origin that is not allowed gets no permissions,
 * so the browser does not send the sign-up.
 */
function answerPreflight(asked: Asked): Response {
  const granted = asked.origin === undefined ? {} : permissions;
  return new Response(null, { status: 204, headers: { ...headersFor(asked), ...granted } });
}
