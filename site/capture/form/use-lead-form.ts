import { type FormEvent, useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { honeypotField, type LeadField, type SignUpContext } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { showGroupAddresses } from "#site/capture/group/show-group-addresses.ts";
import { idempotencyKeyFor, removeDraft, saveDraft } from "#site/capture/memory/draft.ts";
import { rememberSignUp } from "#site/capture/memory/signed-up.ts";
import { visitSources } from "#site/capture/memory/visit-source.ts";
import { noteStep } from "#site/counting/notes.ts";
import { closeToast, showToast } from "#site/ui/toasts/toast-store.ts";
import type { FieldTexts } from "./lead-fields.tsx";
import { submitLead } from "./submit-lead.ts";

type LeadFormState = {
  busy: boolean;
  problems: FieldTexts;
  /** Shows a problem message below a field; the message undefined removes the shown one. */
  setProblem: (field: LeadField, message: string | undefined) => void;
  /**
   * Sends what the visitor typed, and returns whether the lead function accepted it. A call while another request is
   * under way sends nothing.
   */
  send: (form: HTMLFormElement, context: FormContext) => Promise<boolean>;
};

type FormContext = Pick<SignUpContext, "surface" | "wording"> & { cta?: string | undefined };

export function useLeadForm(): LeadFormState {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FieldTexts>({});
  const underWay = useRef(false);

  function setProblem(field: LeadField, message: string | undefined) {
    setProblems(({ [field]: _, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  }

  async function send(form: HTMLFormElement, context: FormContext) {
    if (underWay.current) return false;
    underWay.current = true;
    noteStep("sent", context.surface);
    setBusy(true);
    setProblems({});
    closeToast();
    const outcome = await sendDraft(leadIn(form), {
      ...context,
      honeypotFilled: honeypotIsFilled(form),
    });
    underWay.current = false;
    setBusy(false);
    if (outcome.kind === "accepted") return true;
    for (const { field, message } of outcome.fields) setProblem(field, message);
    focusFirst(form, outcome.fields);
    showToast({ ...messages.toasts.sendFailed, variant: "destructive" });
    noteStep("error-shown", context.surface);
    return false;
  }

  return { busy, problems, setProblem, send };
}

async function sendDraft(
  lead: Lead,
  { surface, wording, cta, honeypotFilled }: FormContext & { honeypotFilled: boolean },
) {
  const idempotencyKey = idempotencyKeyFor(lead, randomKey);
  saveDraft({ lead, idempotencyKey, surface, cta, open: surface === "popup" });
  const context = {
    surface,
    wording,
    ...(cta && { cta }),
    ...visitSources(),
    elapsedMs: Math.round(performance.now()),
    honeypotFilled,
  };
  const outcome = await submitLead({ lead, context, idempotencyKey }, fetch);
  if (outcome.kind === "accepted") {
    removeDraft();
    rememberSignUp(document, outcome.group);
    showGroupAddresses(document, outcome.group);
  }
  return outcome;
}

/**
 * Trims every field, as the server does, and lets the browser check the fields again, because a name of only blanks
 * must count as missing.
 */
export function trimAndValidate(event: FormEvent<HTMLFormElement>): boolean {
  const form = event.currentTarget;
  for (const input of form.querySelectorAll("input")) {
    if (input.type !== "hidden" && input.type !== "checkbox") input.value = input.value.trim();
  }
  return form.checkValidity();
}

function leadIn(form: HTMLFormElement): Lead {
  const data = new FormData(form);
  return eachField((field) => String(data.get(field) ?? ""));
}

/** Focuses the first field with a problem, because this field may be out of view. */
function focusFirst(form: HTMLFormElement, [first]: { field: LeadField }[]): void {
  const input = first && form.elements.namedItem(first.field);
  if (input instanceof HTMLInputElement) input.focus();
}

function honeypotIsFilled(form: HTMLFormElement): boolean {
  return Boolean(new FormData(form).get(honeypotField));
}

/**
 * The key is not made by `crypto.randomUUID`: browsers lack this function when the page is served over http, for
 * example to a phone in the office.
 */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
