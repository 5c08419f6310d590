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

const answerTimeLimitMs = 10_000;

/** Servers and proxies refuse a request whose headers are too long: many a header over 8 kB. */
const contextLimitBytes = 6_000;

/** At the page's own address, unless the build was told of another. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };
type FieldMessage = { field: FieldProblem["field"]; message: string };
export type SubmitOutcome = { kind: "accepted" } | { kind: "failed"; fields: FieldMessage[] };

/** Logs what was answered, never what was sent. */
export async function submitLead(signUp: SignUp, send: typeof fetch): Promise<SubmitOutcome> {
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), answerTimeLimitMs);
  try {
    const response = await send(addContactUrl, request(signUp, timeLimit.signal));
    const answer: unknown = await response.json().catch(nameOf);
    if (response.ok && isAccepted(answer)) {
      console.info("add-contact-active-campaign:", response.status, answer);
      return { kind: "accepted" };
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
    // Sent to the end even when the visitor closes the tab meanwhile.
    keepalive: true,
    signal,
  };
}

/** Where a visit came from must never cost the sign-up: when it is too long, it stays behind. */
function contextText({ first, last, ...context }: SignUpContext): string {
  const whole = encoded({ ...context, first, last });
  return whole.length <= contextLimitBytes ? whole : encoded(context);
}

function encoded(context: object): string {
  return encodeURIComponent(JSON.stringify(context));
}

function nameOf(error: unknown): unknown {
  return error instanceof Error ? error.name : error;
}

function isAccepted(answer: unknown): boolean {
  return isObject(answer) && answer["ok"] === true;
}

function fieldMessages(answer: unknown): FieldMessage[] {
  const said = isObject(answer) && Array.isArray(answer["fields"]) ? answer["fields"] : [];
  return leadFields.flatMap((field) => {
    const found: unknown = said.find((one: unknown) => isObject(one) && one["field"] === field);
    const message = isObject(found) ? found["message"] : undefined;
    return typeof message === "string" ? [{ field, message }] : [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
