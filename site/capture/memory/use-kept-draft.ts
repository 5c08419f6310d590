import { type RefObject, useEffect } from "react";
import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { keptDraft, putDraftAside } from "./draft.ts";

/** After a failed sending and a reload, a form holds everything that was typed in it. */
export function useKeptDraft(
  form: RefObject<HTMLFormElement | null>,
  surface: SignUpContext["surface"],
): void {
  useEffect(() => {
    const draft = keptDraft();
    if (form.current && draft?.surface === surface) fillIn(form.current, draft.lead);
  }, [form, surface]);
}

/** The popup stands open again too, unless the visitor had closed it. */
export function useReopening(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const popup = ref.current;
    const draft = keptDraft();
    if (popup && draft?.open) openAgain(popup, draft.cta);
    popup?.addEventListener("close", putDraftAside);
    return () => popup?.removeEventListener("close", putDraftAside);
  }, [ref]);
}

function fillIn(form: HTMLFormElement, lead: Lead): void {
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = lead[field];
  }
}

function openAgain(popup: HTMLDialogElement, cta: string | undefined): void {
  if (cta) popup.dataset["cta"] = cta;
  if (!popup.open) popup.showModal();
}
