import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import {
  addContactPath,
  contextHeader,
  honeypotField,
  idempotencyHeader,
  type LeadField,
  leadFields,
  type SignUpContext,
} from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { spaceWhatsapp } from "#lead/typed-whatsapp.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { closeToast, showToast } from "#site/ui/toasts/toasts.tsx";
import { idempotencyKeyFor, loadDraft, removeDraft, saveDraft } from "./memory/draft.ts";
import { rememberSignUp, showGroupAddresses } from "./memory/signed-up.ts";
import { visitSources } from "./memory/visit-source.ts";

// What happens after the press on "sign up", from the typed fields to what the visitor sees. The popup and the form in
// the page both use it. Without script the browser itself posts the form to the same URL.

/** The URL of the lead function. It is at the page's own origin, unless the build had a `FUNCTION_URL`. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

const maxAnswerMs = 10_000;

/**
 * The greatest length, in bytes, of the sign-up's context, which is sent in a header: many servers and proxies refuse a
 * request with more than 8 kB of headers.
 */
const maxContextBytes = 6_000;

export type FieldTexts = Partial<Record<LeadField, string>>;

type FormContext = Pick<SignUpContext, "surface" | "wording"> & { cta?: string | undefined };

type SignUpForm = {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  problems: FieldTexts;
  /** Shows a problem message below a field; the message undefined removes the shown one. */
  setProblem: (field: LeadField, message: string | undefined) => void;
  /** Sends what the visitor typed, and returns whether it was accepted. During a request further calls send nothing. */
  send: (form: HTMLFormElement, context: FormContext) => Promise<boolean>;
};

/** A form that signs up. After a reload it has again what could not be sent. */
export function useSignUpForm(surface: SignUpContext["surface"]): SignUpForm {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FieldTexts>({});
  const underWay = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => fillFromDraft(form.current, surface), [surface]);

  function setProblem(field: LeadField, message: string | undefined) {
    setProblems(({ [field]: _, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  }

  async function send(sent: HTMLFormElement, context: FormContext) {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setProblems({});
    const outcome = await signUp(sent, context);
    underWay.current = false;
    setBusy(false);
    if (outcome.kind === "accepted") return true;
    setProblems(outcome.problems);
    return false;
  }

  return { form, busy, problems, setProblem, send };
}

/**
 * Tidies every field, and lets the browser check the fields again, because a name of only blanks must count as missing.
 */
export function tidyAndValidate(event: FormEvent<HTMLFormElement>): boolean {
  const form = event.currentTarget;
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

/** The draft keeps what the visitor typed until the lead function has accepted it. */
async function signUp(form: HTMLFormElement, { cta, ...context }: FormContext) {
  const { surface } = context;
  const lead = leadIn(form);
  const idempotencyKey = idempotencyKeyFor(lead, randomKey);
  noteStep("sent", surface);
  closeToast();
  saveDraft({ lead, idempotencyKey, surface, cta, open: surface === "popup" });
  const outcome = await postLead(
    {
      lead,
      idempotencyKey,
      context: {
        ...context,
        ...(cta && { cta }),
        ...visitSources(),
        elapsedMs: Math.round(performance.now()),
        honeypotFilled: Boolean(new FormData(form).get(honeypotField)),
      },
    },
    fetch,
  );
  if (outcome.kind === "accepted") {
    removeDraft();
    rememberSignUp(document, outcome.group);
    showGroupAddresses(document);
    form.reset();
  } else {
    focusFirst(form, outcome.problems);
    showToast({ ...messages.toasts.sendFailed, variant: "destructive", place: surface });
    noteStep("error-shown", surface);
  }
  return outcome;
}

function leadIn(form: HTMLFormElement): Lead {
  const data = new FormData(form);
  return eachField((field) => String(data.get(field) ?? ""));
}

/**
 * The key is not made by `crypto.randomUUID`: browsers lack this function when the page is served over http, for
 * example to a phone in the office.
 */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };

/** `group` is the person's link to the group; another implementation of the lead function may give none. */
export type SignUpOutcome =
  | { kind: "accepted"; group: string | undefined }
  | { kind: "refused"; problems: FieldTexts };

/** Posts a sign-up to the lead function. The console shows the server's response, never the data of the visitor. */
export async function postLead(signUp: SignUp, send: typeof fetch): Promise<SignUpOutcome> {
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
    return { kind: "refused", problems: problemsIn(answer) };
  } catch (error) {
    console.error("add-contact-active-campaign:", nameOf(error));
    return { kind: "refused", problems: {} };
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

function problemsIn(answer: unknown): FieldTexts {
  const fields = isObject(answer) && Array.isArray(answer["fields"]) ? answer["fields"] : [];
  const problems: FieldTexts = {};
  for (const field of leadFields) {
    const found: unknown = fields.find((one: unknown) => isObject(one) && one["field"] === field);
    const message = isObject(found) ? found["message"] : undefined;
    if (typeof message === "string") problems[field] = message;
  }
  return problems;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Focuses the first field with a problem, because this field may be out of view. */
function focusFirst(form: HTMLFormElement, problems: FieldTexts): void {
  const first = leadFields.find((field) => problems[field] !== undefined);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
}

function fillFromDraft(form: HTMLFormElement | null, surface: SignUpContext["surface"]): void {
  const draft = loadDraft();
  if (!form || draft?.surface !== surface) return;
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = draft.lead[field];
  }
}
