import { type RefObject, useEffect } from "react";
import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { noteStep } from "#site/counting/notes.ts";
import { loadDraft, markDraftClosed } from "./draft.ts";

/** Fills a form with its saved draft when the page is reloaded after a failed sign-up. */
export function useSavedDraft(
  form: RefObject<HTMLFormElement | null>,
  surface: SignUpContext["surface"],
): void {
  useEffect(() => {
    const draft = loadDraft();
    if (form.current && draft?.surface === surface) fillIn(form.current, draft.lead);
  }, [form, surface]);
}

/** Opens the popup again after a reload, unless the visitor had closed it. */
export function useReopenedPopup(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const popup = ref.current;
    const draft = loadDraft();
    if (!popup) return;
    if (draft?.open) openAgain(popup, draft.cta);
    const markIfClosed = () => popup.open || markDraftClosed();
    popup.addEventListener("close", markIfClosed);
    // The browser sends `close` with the next frame, and a visitor who leaves at once never sees that frame.
    addEventListener("pagehide", markIfClosed);
    return () => {
      popup.removeEventListener("close", markIfClosed);
      removeEventListener("pagehide", markIfClosed);
    };
  }, [ref]);
}

function fillIn(form: HTMLFormElement, lead: Lead): void {
  for (const field of leadFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.value === "") input.value = lead[field];
  }
}

function openAgain(popup: HTMLDialogElement, cta: string | undefined): void {
  if (!popup.open) {
    popup.showModal();
    noteStep("popup-opened", "popup");
  }
  if (cta !== undefined) popup.dataset["cta"] = cta;
}
