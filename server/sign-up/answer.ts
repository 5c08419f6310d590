import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals } from "#content/refusals.ts";
import {
  type AddContactAnswer,
  contextHeader,
  idempotencyHeader,
  type RefusalCode,
} from "#lead/contract.ts";
import { neverCached, requestIdHeader } from "#server/http/headers.ts";
import type { Flag, Surface } from "#server/store/tables.ts";
import { withPass } from "./pass.ts";
import type { PostedForm, Refusal, SignUpRequest } from "./read.ts";

/** How a sign-up ended. */
export type SignUpOutcome =
  | {
      kind: "accepted";
      as: "stored" | "repeated";
      flag: Flag | undefined;
      surface: Surface;
      /** The text by which the link to the group recognizes this person; undefined while its key is unknown. */
      pass: string | undefined;
    }
  | Refusal;

/** The outcome in one word, for the log and the counters. */
export function outcomeCode(outcome: SignUpOutcome): RefusalCode | "stored" | "repeated" {
  return outcome.kind === "accepted" ? outcome.as : outcome.code;
}

/** What is answered, before it is written as JSON, as a page or as plain text. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: AddContactAnswer;
  /** For a page: the pass of who was accepted, or the form that was refused. */
  pass?: string | undefined;
  form?: PostedForm | undefined;
};

/** Answers a form that was sent without script: on Node with a page, on an edge platform with plain text. */
export type AnswerForm = (asked: SignUpRequest, answer: Answer) => Response;

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

export const refusalCodes: readonly string[] = Object.keys(statuses);

const unavailableSeconds = 5;

/** Who asked, as far as each answer says it. */
type Asked = Pick<SignUpRequest, "id" | "origin">;

export function sayOutcome(asked: Asked, outcome: SignUpOutcome): Answer {
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

function headersOf({ code, waitMs }: Refusal): Record<string, string> {
  if (code === "method-not-allowed") return { Allow: "POST" };
  if (code === "unavailable") return { "Retry-After": String(unavailableSeconds) };
  return waitMs === undefined ? {} : { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
}

/** @hono/node-server writes headers in a plain object without making a `Headers` object. */
export function answerJson({ status, headers, body }: Answer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: Object.assign(headers, { "Content-Type": "application/json" }),
  });
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

/** The headers that our own pages send, and those that Supabase's client adds. */
const allowedHeaders = [
  "authorization",
  "apikey",
  "content-type",
  "x-client-info",
  "x-region",
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
export function answerPreflight(asked: Asked): Response {
  const granted = asked.origin === undefined ? {} : permissions;
  return new Response(null, { status: 204, headers: { ...headersFor(asked), ...granted } });
}
