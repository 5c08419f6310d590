import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { draftKey, load, remove, save } from "./browser-storage.ts";

/**
 * What the visitor typed and sent, until the lead function accepts it. It is saved, so that a reload of the tab does
 * not lose it.
 */
export type Draft = {
  lead: Lead;
  idempotencyKey: string;
  surface: SignUpContext["surface"];
  /** The call to action that led to the form. */
  cta?: string | undefined;
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

function isDraft(value: unknown): value is Draft {
  const { lead, idempotencyKey, surface, cta = "", open } = fieldsOf(value);
  const answers = fieldsOf(lead);
  const texts = [idempotencyKey, surface, cta, ...leadFields.map((field) => answers[field])];
  return typeof open === "boolean" && texts.every((text) => typeof text === "string");
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
