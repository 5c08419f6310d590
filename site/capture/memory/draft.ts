import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { draftKey, load, remove, save } from "./browser-storage.ts";

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };

/**
 * What the visitor typed and sent, until the lead function accepts it. It is saved, so that a reload of the tab does
 * not lose it; and on the device too, while it waits for the network.
 */
export type Draft = SignUp & {
  /** When the visitor pressed the button. */
  at: number;
  /** Whether the popup opens after a reload, filled with this draft. */
  open: boolean;
};

export function saveDraft(draft: Draft): void {
  save("tab", draftKey, draft);
}

export function loadDraft(): Draft | undefined {
  const draft = load("tab", draftKey);
  return isDraft(draft) ? draft : undefined;
}

/**
 * Records that the visitor has closed the popup: after a reload the form of the popup is still filled, but the popup
 * does not open again.
 */
export function markDraftClosed(): void {
  const draft = loadDraft();
  if (draft) saveDraft({ ...draft, open: false });
}

export function removeDraft(): void {
  remove("tab", draftKey);
}

/**
 * Returns the same idempotency key as long as the visitor sends the same values, so that the server recognizes a
 * repeated request as the same sign-up.
 */
export function idempotencyKeyFor(lead: Lead, newKey: () => string): string {
  const earlier = loadDraft();
  const same = earlier && JSON.stringify(earlier.lead) === JSON.stringify(lead);
  return same ? earlier.idempotencyKey : newKey();
}

/**
 * Keeps a sign-up on the device until the network is back, if the browser has storage: what only this page kept would be
 * lost with it.
 */
export function saveWaiting(draft: Draft): void {
  try {
    localStorage.setItem(draftKey, JSON.stringify({ ...draft, open: false }));
  } catch {
    // Nothing waits, so the visitor does not read that it does.
  }
}

/** The sign-up of this form that waits for the network. */
export function loadWaiting(surface: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(draftKey) ?? "null");
    return isDraft(draft) && draft.context.surface === surface ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves another sign-up alone, which may wait by now. */
export function removeWaiting({ idempotencyKey, context: { surface } }: Draft): void {
  if (loadWaiting(surface)?.idempotencyKey === idempotencyKey) remove("device", draftKey);
}

/** Another version of the page may have saved something else. */
function isDraft(value: unknown): value is Draft {
  const { lead, idempotencyKey, context } = fieldsOf(value);
  const answers = fieldsOf(lead);
  const texts = [
    idempotencyKey,
    fieldsOf(context)["surface"],
    ...leadFields.map((field) => answers[field]),
  ];
  return texts.every((text) => typeof text === "string");
}

/** The fields of what may be an object; of anything else none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
