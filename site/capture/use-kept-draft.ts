import { type RefObject, useEffect } from "react";
import { leadFields } from "#lead/contract.ts";
import { keptDraft } from "./draft.ts";

/** After a failed sending and a reload, the popup stands open again with everything typed. */
export function useKeptDraft(
  popup: RefObject<HTMLDialogElement | null>,
  form: RefObject<HTMLFormElement | null>,
): void {
  useEffect(() => {
    const draft = keptDraft();
    if (!draft || !form.current) return;
    for (const field of leadFields) {
      const input = form.current.elements.namedItem(field);
      if (input instanceof HTMLInputElement && input.value === "") input.value = draft.lead[field];
    }
    if (popup.current && !popup.current.open) popup.current.showModal();
  }, [popup, form]);
}
