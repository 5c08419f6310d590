import { links } from "#content/links.ts";
import {
  addContactPath,
  contextHeader,
  type FieldProblem,
  idempotencyHeader,
  leadFields,
  type SignUpContext,
} from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";

const answerTimeLimitMs = 10_000;

export const addContactUrl = `${links.functionOrigin}${addContactPath}`;

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };
type FieldMessage = { field: FieldProblem["field"]; message: string };
export type SubmitOutcome = { kind: "accepted" } | { kind: "failed"; fields: FieldMessage[] };

/** Logs what was answered, never what was sent. */
export async function submitLead(signUp: SignUp, send: typeof fetch): Promise<SubmitOutcome> {
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), answerTimeLimitMs);
  try {
    const response = await send(addContactUrl, request(signUp, timeLimit.signal));
    const answer: unknown = await response.json();
    if (response.ok && isAccepted(answer)) {
      console.info("add-contact-active-campaign:", response.status, answer);
      return { kind: "accepted" };
    }
    console.error("add-contact-active-campaign:", response.status, answer);
    return { kind: "failed", fields: fieldMessages(answer) };
  } catch (error) {
    console.error("add-contact-active-campaign:", error instanceof Error ? error.name : error);
    return { kind: "failed", fields: [] };
  } finally {
    clearTimeout(timer);
  }
}

function request({ lead, context, idempotencyKey }: SignUp, signal: AbortSignal): RequestInit {
  const { name, email, whatsapp } = lead;
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: links.publicKey,
      authorization: `Bearer ${links.publicKey}`,
      [idempotencyHeader]: idempotencyKey,
      [contextHeader]: encodeURIComponent(JSON.stringify(context)),
    },
    body: JSON.stringify({ name, email, whatsapp }),
    // Sent to the end even when the visitor closes the tab meanwhile.
    keepalive: true,
    signal,
  };
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
