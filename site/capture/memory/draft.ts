import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { load, remove, save } from "./browser-storage.ts";

/** The answers that were typed and not accepted yet. They are saved, so that a reload of the tab loses none of them. */
export type Draft = {
  lead: Lead;
  idempotencyKey: string;
  surface: SignUpContext["surface"];
  /** The call to action that led to the form. */
  cta?: string | undefined;
  /** Whether the popup opens with these answers after a reload. */
  open: boolean;
};

const name = "sign-up-draft";

export function saveDraft(draft: Draft): void {
  save("tab", name, draft);
}

export function loadDraft(): Draft | undefined {
  const draft = load("tab", name);
  return isDraft(draft) ? draft : undefined;
}

/** After the visitor closes the popup, a reload fills the form again but does not open the popup. */
export function markDraftClosed(): void {
  const draft = loadDraft();
  if (draft) saveDraft({ ...draft, open: false });
}

export function removeDraft(): void {
  remove("tab", name);
}

/** The same answers get the same key, so that the server knows a repeated request as the same sign-up. */
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
