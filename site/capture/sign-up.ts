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

// What a form holds, tidied, and its way to the lead function. Without script the browser itself posts the form to the
// same URL.

/** The URL of the lead function. It is at the page's own origin, unless the build had a `FUNCTION_URL`. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

const maxAnswerMs = 10_000;

/** The answers that refuse the sign-up itself; a busy server, a proxy or a captive portal gives others. */
const refusals = [400, 413, 415, 422];

export type FieldTexts = { [field in LeadField]?: string | undefined };

/**
 * Tidies every field, and lets the browser check the fields again, because a name of only blanks must count as missing.
 */
export function tidyAndValidate(form: HTMLFormElement): boolean {
  for (const input of form.querySelectorAll("input")) {
    if (input.type !== "hidden" && input.type !== "checkbox") tidy(input);
  }
  return form.checkValidity();
}

/** Trims what was typed, as the server does, and spaces a phone number. Returns what the field holds now. */
export function tidy(input: HTMLInputElement): string {
  const trimmed = input.value.trim();
  const tidied = input.type === "tel" ? spaceWhatsapp(trimmed) : trimmed;
  if (input.value !== tidied) input.value = tidied;
  return tidied;
}

/** `group` is the person's link to the group; another implementation of the lead function may give none. */
export type SignUpOutcome =
  | { kind: "accepted"; group: string | undefined }
  /** `unanswered`: nothing about the sign-up itself. `outdated`: so is the key of this page; that of the next visit is not. */
  | { kind: "refused" | "unanswered" | "outdated"; problems: FieldTexts };

/** The sign-ups that are being sent, by their keys. */
const underWay = new Map<string, Promise<SignUpOutcome>>();

/** Posts a sign-up. A press on one that is being sent already waits for the same answer. */
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
    // Another function may have another shape; a page in HTML comes from a captive portal.
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

/** Leaves alone what is typed already. */
export function fillIn(form: HTMLFormElement, lead: Lead): void {
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = lead[field];
  }
}
