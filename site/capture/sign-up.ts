import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import {
  addContactPath,
  contextHeader,
  idempotencyHeader,
  type LeadField,
  leadFields,
  type SignUpContext,
} from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { spaceWhatsapp } from "#lead/typed-whatsapp.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { closeToast, showToast } from "#site/ui/toasts/toasts.tsx";
import {
  type Draft,
  draftOf,
  fieldsOf,
  isSameLead,
  leadIn,
  loadDraft,
  loadWaiting,
  removeDraft,
  removeWaiting,
  type SignUp,
  saveDraft,
  saveWaiting,
} from "./memory/draft.ts";
import { rememberSignUp, showGroupAddresses } from "./memory/signed-up.ts";

// What happens after the press on "sign up", from the typed fields to what the visitor sees. The popup and the form in
// the page both use it. Without script the browser itself posts the form to the same URL.

/** The URL of the lead function. It is at the page's own origin, unless the build had a `FUNCTION_URL`. */
export const addContactUrl = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${addContactPath}`;

const maxAnswerMs = 10_000;

/** A sign-up that waits is sent within a day of the press: later the visitor may have forgotten it, and is asked again. */
const maxWaitMs = 86_400_000;

/** No event comes when a server can store again, or when a network that led nowhere leads on. */
const tryAgainMs = 30_000;

/** The answers that refuse the sign-up itself; a busy server, a proxy or a captive portal gives others. */
const refusals = [400, 413, 415, 422];

/**
 * The greatest length, in bytes, of the sign-up's context, which is sent in a header: many servers and proxies refuse a
 * request with more than 8 kB of headers.
 */
const maxContextBytes = 6_000;

export type FieldTexts = Partial<Record<LeadField, string>>;

type SignUpForm = {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  problems: FieldTexts;
  /** Shows a problem message below a field; the message undefined removes the shown one. */
  setProblem: (field: LeadField, message: string | undefined) => void;
  /** Sends what the visitor typed. During a request further calls send nothing. */
  send: (form: HTMLFormElement, wording: string) => Promise<void>;
  /** The sign-ups that wait to be sent, of several people who share the device. */
  waiting: Draft[];
  takeBack: (one: Draft) => void;
};

/**
 * A form that signs up. After a reload it has again what could not be sent. A sign-up that waits is tried again until the
 * lead function answers about it; `onAccepted` is not called if the popup is closed by then.
 */
export function useSignUpForm(
  surface: SignUpContext["surface"],
  onAccepted: () => void,
): SignUpForm {
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Draft[]>([]);
  const [problems, setProblems] = useState<FieldTexts>({});
  /** The keys of the sign-ups that are being sent. */
  const underWay = useRef(new Set<string>());
  /** Whether what the form holds is being sent. */
  const isBusy = useRef(false);
  const isOutdated = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const sendWaiting = useEffectEvent(() => {
    // Another tab may have sent it, or taken it back.
    const late = loadWaiting(surface).filter((one) => !underWay.current.has(one.idempotencyKey));
    setWaiting(late);
    if (!navigator.onLine || isOutdated.current) return;
    for (const one of late) void post(form.current, one, true);
  });
  useEffect(() => {
    fillFromDraft(form.current, surface);
    addEventListener("online", sendWaiting);
    const timer = setInterval(sendWaiting, tryAgainMs);
    sendWaiting();
    return () => {
      removeEventListener("online", sendWaiting);
      clearInterval(timer);
    };
  }, [surface]);

  function setProblem(field: LeadField, message: string | undefined) {
    setProblems(({ [field]: _, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  }

  async function send(sent: HTMLFormElement, wording: string) {
    if (isBusy.current) return;
    const draft = draftOf(sent, wording);
    noteStep("sent", surface);
    closeToast();
    saveDraft(draft);
    // Also if the tab does not live to see the answer.
    saveWaiting(draft);
    await post(sent, draft, false);
  }

  /**
   * `isLate` is true for a sign-up that has waited. Another person may be filling in the form by then, whom its answer must
   * not disturb.
   */
  async function post(sent: HTMLFormElement | null, draft: Draft, isLate: boolean) {
    const { lead, idempotencyKey } = draft;
    const isShown = !isLate || holds(sent, lead);
    underWay.current.add(idempotencyKey);
    if (isShown) showBusy(true);
    const isTooLate = isLate && Date.now() - draft.at > maxWaitMs;
    const outcome = isTooLate ? tooLate : await postLead(draft, fetch);
    underWay.current.delete(idempotencyKey);
    if (isShown) showBusy(false);
    if (outcome.kind === "outdated") isOutdated.current = true;
    const isAnswered = outcome.kind === "accepted" || outcome.kind === "refused";
    const isHeld = !isLate || holds(sent, lead);
    const isFree = isHeld || holds(sent, nothing);
    // Without an answer it may have arrived; then the lead function recognizes it by its key. A refusal that cannot be shown
    // now comes again.
    if (isLate && (!isAnswered || (outcome.kind === "refused" && !isFree))) return;
    if (isAnswered) removeWaiting(draft);
    setWaiting(loadWaiting(surface));
    const popup = sent?.closest("dialog");
    if (outcome.kind === "accepted") {
      remember(draft, outcome.group);
      if (isHeld) sent?.reset();
      if (isHeld && (!isLate || popup?.open)) onAccepted();
      else if (!popup?.open) confirmInToast();
      return;
    }
    if (!sent) return;
    setProblems(outcome.problems);
    if (isLate) {
      fillIn(sent, lead);
      if (!popup?.open) popup?.showModal();
    }
    focusFirst(sent, outcome.problems);
    showToast({ ...messages.toasts.sendFailed, variant: "destructive", place: surface });
    noteStep("error-shown", surface);
  }

  function showBusy(isNow: boolean) {
    isBusy.current = isNow;
    setBusy(isNow);
    if (isNow) setProblems({});
  }

  function takeBack(one: Draft) {
    removeWaiting(one);
    setWaiting(loadWaiting(surface));
    // The pressed button goes.
    form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }

  return { form, busy, problems, setProblem, send, waiting, takeBack };
}

/** At the top of the window, where the popup's toasts stand while it is closed. */
export function confirmInToast(): void {
  showToast({ ...messages.toasts.signedUp, variant: "plain", place: "popup" });
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

function remember({ idempotencyKey }: Draft, group: string | undefined): void {
  if (loadDraft()?.idempotencyKey === idempotencyKey) removeDraft();
  rememberSignUp(document, group);
  showGroupAddresses(document);
}

/** What a form holds that nobody has touched. */
const nothing = eachField(() => "");

function holds(form: HTMLFormElement | null, lead: Lead): boolean {
  return form !== null && isSameLead(leadIn(form), lead);
}

/** `group` is the person's link to the group; another implementation of the lead function may give none. */
export type SignUpOutcome =
  | { kind: "accepted"; group: string | undefined }
  /** `unanswered`: nothing about the sign-up itself. `outdated`: so is the key of this page; that of the next visit is not. */
  | { kind: "refused" | "unanswered" | "outdated"; problems: FieldTexts };

const tooLate: SignUpOutcome = { kind: "refused", problems: {} };

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

/** Focuses the first field with a problem, because this field may be out of view. */
function focusFirst(form: HTMLFormElement, problems: FieldTexts): void {
  const first = leadFields.find((field) => problems[field] !== undefined);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
}

function fillFromDraft(form: HTMLFormElement | null, surface: SignUpContext["surface"]): void {
  const draft = loadDraft() ?? loadWaiting(surface).at(-1);
  if (!form || draft?.context.surface !== surface) return;
  // A tab that has the key of a waiting sign-up sends it no second time, also if the visitor takes it back and presses.
  saveDraft(draft);
  fillIn(form, draft.lead);
}

/** Leaves alone what is typed already. */
export function fillIn(form: HTMLFormElement, lead: Lead): void {
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = lead[field];
  }
}
