import { links } from "#content/links.ts";
import {
  addContactPath,
  contextHeader,
  type FieldProblem,
  idempotencyHeader,
  leadFields,
  type SignUpContext,
} from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";

const maxAnswerMs = 10_000;

/**
 * The greatest length, in bytes, of the sign-up's context, which is sent in a header: many servers and proxies refuse a
 * request with more than 8 kB of headers.
 */
const maxContextBytes = 6_000;

/** The URL of the lead function. It is at the page's own origin, unless the build had a `FUNCTION_URL`. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };
type FieldMessage = { field: FieldProblem["field"]; message: string };
/** `group` is the person's link to the group; another implementation of the lead function may give none. */
export type SubmitOutcome =
  | { kind: "accepted"; group: string | undefined }
  | { kind: "failed"; fields: FieldMessage[] };

/** Sends a sign-up to the lead function. The console shows the server's response, never the data of the visitor. */
export async function submitLead(signUp: SignUp, send: typeof fetch): Promise<SubmitOutcome> {
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), maxAnswerMs);
  try {
    const response = await send(addContactUrl, request(signUp, timeLimit.signal));
    const answer: unknown = await response.json().catch(nameOf);
    if (response.ok && isAccepted(answer)) {
      console.info("add-contact-active-campaign:", response.status, answer);
      return { kind: "accepted", group: groupIn(answer) };
    }
    console.error("add-contact-active-campaign:", response.status, answer);
    return { kind: "failed", fields: fieldMessages(answer) };
  } catch (error) {
    console.error("add-contact-active-campaign:", nameOf(error));
    return { kind: "failed", fields: [] };
  } finally {
    clearTimeout(timer);
  }
}

function request({ lead, context, idempotencyKey }: SignUp, signal: AbortSignal): RequestInit {
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: links.publicKey,
      authorization: `Bearer ${links.publicKey}`,
      [idempotencyHeader]: idempotencyKey,
      [contextHeader]: contextText(context),
    },
    body: JSON.stringify(eachField((field) => lead[field])),
    // With `keepalive` the browser completes the request even if the visitor closes the tab.
    keepalive: true,
    signal,
  };
}

/**
 * Leaves out the source of the visit if the header would be too long with it: a long source must not make the sign-up
 * fail.
 */
function contextText({ first, last, ...context }: SignUpContext): string {
  const whole = encoded({ ...context, first, last });
  return whole.length <= maxContextBytes ? whole : encoded(context);
}

function encoded(context: object): string {
  return encodeURIComponent(JSON.stringify(context));
}

function nameOf(error: unknown): unknown {
  return error instanceof Error ? error.name : error;
}

function isAccepted(answer: unknown): answer is Record<string, unknown> {
  return isObject(answer) && answer["ok"] === true;
}

function groupIn({ group }: Record<string, unknown>): string | undefined {
  return typeof group === "string" ? group : undefined;
}

function fieldMessages(answer: unknown): FieldMessage[] {
  const problems = isObject(answer) && Array.isArray(answer["fields"]) ? answer["fields"] : [];
  return leadFields.flatMap((field) => {
    const found: unknown = problems.find((one: unknown) => isObject(one) && one["field"] === field);
    const message = isObject(found) ? found["message"] : undefined;
    return typeof message === "string" ? [{ field, message }] : [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
