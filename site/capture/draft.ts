import type { Lead } from "#lead/lead.ts";
import { forget, keep, kept } from "./kept.ts";

/** What was typed and could not be sent yet, so that a reload of the tab loses nothing. */
export type Draft = { lead: Lead; idempotencyKey: string };

const name = "sign-up-draft";

export function keepDraft(draft: Draft): void {
  keep("visit", name, draft);
}

export function keptDraft(): Draft | undefined {
  const draft = kept("visit", name);
  return isDraft(draft) ? draft : undefined;
}

export function forgetDraft(): void {
  forget("visit", name);
}

/** The same answers keep their key, so that sending them again is the same sign-up. */
export function draftOf(lead: Lead, newKey: () => string): Draft {
  const earlier = keptDraft();
  const same = earlier && JSON.stringify(earlier.lead) === JSON.stringify(lead);
  return same ? earlier : { lead, idempotencyKey: newKey() };
}

function isDraft(value: unknown): value is Draft {
  const { lead, idempotencyKey } = fieldsOf(value);
  const { name, email, whatsapp } = fieldsOf(lead);
  return [idempotencyKey, name, email, whatsapp].every((text) => typeof text === "string");
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
