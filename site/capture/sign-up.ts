import { links } from "#content/links.ts";
import {
  addContactPath,
  contextHeader,
  idempotencyHeader,
  type LeadField,
  leadFields,
} from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { spaceWhatsapp } from "#lead/typed-whatsapp.ts";
import { fieldsOf, type SignUp } from "./memory/drafts-and-waiting.ts";

// This file tidies what a form contains and sends it to the lead function. Without script the browser itself posts the
// form to the same URL.

/** The URL of the lead function. Its origin is that of the page, unless the build had a `FUNCTION_URL`. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

const maxAnswerMs = 10_000;

/** The HTTP statuses that refuse the sign-up itself; a busy server, a proxy or a captive portal answers with others. */
const refusals = [400, 413, 415, 422];

export type FieldTexts = { [field in LeadField]?: string | undefined };

/**
 * Tidies every field, and lets the browser check the fields again, because a name of only spaces must count as missing.
 */
export function tidyAndValidate(form: HTMLFormElement): boolean {
  for (const input of form.querySelectorAll("input")) {
    if (input.type !== "hidden" && input.type !== "checkbox") tidy(input);
  }
  return form.checkValidity();
}

/**
 * Trims what was typed, as the server does, and puts spaces into a phone number. Returns the new value of the field.
 */
export function tidy(input: HTMLInputElement): string {
  const trimmed = input.value.trim();
  const tidied = input.type === "tel" ? spaceWhatsapp(trimmed) : trimmed;
  if (input.value !== tidied) input.value = tidied;
  return tidied;
}

/** What became of a sign-up. `group` is the person's link to the group; another lead function may send none. */
export type SignUpOutcome =
  | { kind: "accepted"; group: string | undefined }
  /**
   * `unanswered`: no answer about the sign-up itself. `outdated`: the same, because the page's key is old; a new visit
   * has a valid key.
   */
  | { kind: "refused" | "unanswered" | "outdated"; problems: FieldTexts };

/** The answers to the sign-ups that are being sent, by the keys of these sign-ups. */
const underWay = new Map<string, Promise<SignUpOutcome>>();

/** Posts a sign-up. If the same sign-up is already being sent, a second call waits for the same answer. */
export function postOnce(signUp: SignUp): Promise<SignUpOutcome> {
  const { idempotencyKey: key } = signUp;
  const answer = underWay.get(key) ?? postLead(signUp, fetch).finally(() => underWay.delete(key));
  underWay.set(key, answer);
  return answer;
}

export function isUnderWay({ idempotencyKey }: SignUp): boolean {
  return underWay.has(idempotencyKey);
}

/** Posts a sign-up to the lead function. The console shows the server's response, never the data of the visitor. */
export async function postLead(signUp: SignUp, send: typeof fetch): Promise<SignUpOutcome> {
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), maxAnswerMs);
  try {
    const response = await send(addContactUrl, request(signUp, timeLimit.signal));
    const [isJson, answer] = await response.json().then(
      (json: unknown) => [true, json] as const,
      (error: unknown) => [false, nameOf(error)] as const,
    );
    const { ok, group } = fieldsOf(answer);
    // Another implementation of the lead function may answer with JSON of another shape; a page in HTML is from a
    // captive portal.
    if (response.ok && isJson && ok !== false) {
      console.info("add-contact-active-campaign:", response.status, answer);
      return { kind: "accepted", group: typeof group === "string" ? group : undefined };
    }
    console.error("add-contact-active-campaign:", response.status, answer);
    if (refusals.includes(response.status) || (response.ok && ok === false))
      return { kind: "refused", problems: problemsIn(answer) };
    return { kind: response.status === 401 ? "outdated" : "unanswered", problems: {} };
  } catch (error) {
    console.error("add-contact-active-campaign:", nameOf(error));
    return { kind: "unanswered", problems: {} };
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
      [contextHeader]: encodeURIComponent(JSON.stringify(context)),
    },
    body: JSON.stringify(eachField((field) => lead[field])),
    // With `keepalive` the browser completes the request even if the visitor closes the tab.
    keepalive: true,
    signal,
  };
}

function nameOf(error: unknown): unknown {
  return error instanceof Error ? error.name : error;
}

function problemsIn(answer: unknown): FieldTexts {
  const { fields } = fieldsOf(answer);
  const problems: FieldTexts = {};
  for (const field of leadFields) {
    const isAbout = (one: unknown) => fieldsOf(one)["field"] === field;
    const { message } = fieldsOf(Array.isArray(fields) && fields.find(isAbout));
    if (typeof message === "string") problems[field] = message;
  }
  return problems;
}

/** Writes a lead into the empty fields of a form: text that the visitor has typed stays. */
export function fillIn(form: HTMLFormElement, lead: Lead): void {
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = lead[field];
  }
}
