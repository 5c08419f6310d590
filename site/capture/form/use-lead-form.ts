import { type FormEvent, useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { type LeadField, type SignUpContext, trapField } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { forgetDraft, keepDraft, keyOf } from "#site/capture/memory/draft.ts";
import { noteSignUp } from "#site/capture/memory/signed-up.ts";
import { visitSources } from "#site/capture/memory/visit-source.ts";
import { closeToast, showToast } from "#site/ui/toast-store.ts";
import type { FieldTexts } from "./lead-fields.tsx";
import { submitLead } from "./submit-lead.ts";

export type LeadForm = {
  busy: boolean;
  problems: FieldTexts;
  /** Marks a field, or takes its mark away. */
  setProblem: (field: LeadField, message: string | undefined) => void;
  /** Sends what the form holds, once however often it is asked; says whether it was accepted. */
  send: (form: HTMLFormElement, about: AboutForm) => Promise<boolean>;
};

type Sending = AboutForm & { trapped: boolean };
type AboutForm = Pick<SignUpContext, "surface" | "wording"> & { cta?: string | undefined };

export function useLeadForm(): LeadForm {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FieldTexts>({});
  const underWay = useRef(false);

  function setProblem(field: LeadField, message: string | undefined) {
    setProblems(({ [field]: _, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  }

  async function send(form: HTMLFormElement, about: AboutForm) {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setProblems({});
    closeToast();
    const outcome = await sendDraft(leadIn(form), { ...about, trapped: isTrapped(form) });
    underWay.current = false;
    setBusy(false);
    if (outcome.kind === "accepted") return true;
    for (const { field, message } of outcome.fields) setProblem(field, message);
    focusFirst(form, outcome.fields);
    showToast({ ...messages.toasts.sendFailed, variant: "destructive" });
    return false;
  }

  return { busy, problems, setProblem, send };
}

async function sendDraft(lead: Lead, { surface, wording, cta, trapped }: Sending) {
  const idempotencyKey = keyOf(lead, randomKey);
  keepDraft({ lead, idempotencyKey, surface, cta, open: surface === "popup" });
  const context = {
    surface,
    wording,
    ...(cta && { cta }),
    ...visitSources(),
    elapsedMs: Math.round(performance.now()),
    trapped,
  };
  const outcome = await submitLead({ lead, context, idempotencyKey }, fetch);
  if (outcome.kind === "accepted") {
    forgetDraft();
    noteSignUp();
  }
  return outcome;
}

/** Trims every field, as the server will, and asks the browser again: a name of blanks is none. */
export function isReady(event: FormEvent<HTMLFormElement>): boolean {
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

/** A mark further up may be out of sight. */
function focusFirst(form: HTMLFormElement, [first]: { field: LeadField }[]): void {
  const input = first && form.elements.namedItem(first.field);
  if (input instanceof HTMLInputElement) input.focus();
}

function isTrapped(form: HTMLFormElement): boolean {
  return Boolean(new FormData(form).get(trapField));
}

/** `crypto.randomUUID` is missing where the page is not served over https: on a phone in the office, say. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
