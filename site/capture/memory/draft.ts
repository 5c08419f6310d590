import { leadFields, type SignUpContext } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { forget, keep, kept } from "./browser-storage.ts";

/** What was typed and could not be sent yet, so that a reload of the tab loses nothing. */
export type Draft = {
  lead: Lead;
  idempotencyKey: string;
  surface: SignUpContext["surface"];
  /** The call to action that led to it. */
  cta?: string | undefined;
  /** Whether the popup is to open with it again. */
  open: boolean;
};

const name = "sign-up-draft";

export function keepDraft(draft: Draft): void {
  keep("visit", name, draft);
}

export function keptDraft(): Draft | undefined {
  const draft = kept("visit", name);
  return isDraft(draft) ? draft : undefined;
}

/** The visitor has closed the popup: what was typed stays, but does not come up by itself again. */
export function putDraftAside(): void {
  const draft = keptDraft();
  if (draft) keepDraft({ ...draft, open: false });
}

export function forgetDraft(): void {
  forget("visit", name);
}

/** The same answers keep their key, so that sending them again is the same sign-up. */
export function keyOf(lead: Lead, newKey: () => string): string {
  const earlier = keptDraft();
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
