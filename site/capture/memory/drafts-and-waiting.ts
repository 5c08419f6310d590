import { leadFields, type SignUpContext } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { load, remove, save, store } from "#site/ui/browser-storage.ts";
import { contextOf, draftKey, randomKey } from "./pressed.ts";

/** The most sign-ups that wait on one device: more than the people who use one tablet at a meeting. */
const maxWaiting = 100;

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };

/**
 * What the visitor typed and sent, until the lead function accepts it. The tab's storage keeps it, so that a reload
 * does not lose it; the device's storage keeps it until the lead function answers about it.
 */
export type Draft = SignUp & {
  /** When the visitor pressed the button. */
  at: number;
  /** Whether the popup opens after a reload, filled with this draft. */
  open: boolean;
};

export function draftOf(form: HTMLFormElement, wording: string): Draft {
  const lead = leadIn(form);
  const context = contextOf(form, wording);
  return {
    lead,
    idempotencyKey: idempotencyKeyFor(lead, randomKey),
    context,
    at: Date.now(),
    open: context.surface === "popup",
  };
}

export function leadIn(form: HTMLFormElement): Lead {
  const data = new FormData(form);
  return eachField((field) => String(data.get(field) ?? ""));
}

export function saveDraft(draft: Draft): void {
  save("tab", draftKey, draft);
}

export function loadDraft(): Draft | undefined {
  return draftsIn(load("tab", draftKey)).at(-1);
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
  const earlier = [loadDraft(), ...allWaiting()].find((one) => one && isSameLead(one.lead, lead));
  return earlier?.idempotencyKey ?? newKey();
}

export function isSameLead(one: Lead, other: Lead): boolean {
  return leadFields.every((field) => one[field] === other[field]);
}

/**
 * Saves a sign-up on the device until the lead function answers about it, if the browser has storage: a sign-up in the
 * memory of the page would be lost with the page. It replaces an earlier sign-up of the same person; those of other
 * people stay.
 */
export function saveWaiting(draft: Draft): void {
  storeWaiting([...allWaiting(), { ...draft, open: false }]);
}

/** The sign-ups of one form that wait to be sent, the newest last. */
export function loadWaiting(surface: string): Draft[] {
  return allWaiting().filter(({ context }) => context.surface === surface);
}

/** Removes the waiting sign-up with this key. A newer waiting sign-up of the same person has another key, and stays. */
export function removeWaiting({ idempotencyKey }: Draft): void {
  storeWaiting(allWaiting().filter((one) => one.idempotencyKey !== idempotencyKey));
}

function allWaiting(): Draft[] {
  return newest(draftsIn(load("device", draftKey)));
}

/**
 * Stores the waiting sign-ups on the device. If the browser forbids storage, there are none, and the page shows none.
 */
function storeWaiting(drafts: Draft[]): void {
  if (drafts.length) store("device", draftKey, newest(drafts));
  else remove("device", draftKey);
}

/** The newest draft of each person. */
function newest(drafts: Draft[]): Draft[] {
  const isLast = ({ lead }: Draft, index: number) =>
    !drafts.slice(index + 1).some((later) => isSamePerson(later.lead, lead));
  return drafts.filter(isLast).slice(-maxWaiting);
}

/** A person who has corrected only the e-mail, or only the other fields, is still the same person. */
function isSamePerson(one: Lead, other: Lead): boolean {
  return one.email === other.email || (one.name === other.name && one.whatsapp === other.whatsapp);
}

/**
 * Reads saved drafts. An earlier version of the page may have saved them: it saved a single draft, or fewer fields. A
 * field that is missing becomes empty.
 */
function draftsIn(saved: unknown): Draft[] {
  return [saved]
    .flat()
    .filter(isDraft)
    .map((draft) => ({ ...draft, lead: eachField((field) => draft.lead[field] ?? "") }));
}

type SavedDraft = Omit<Draft, "lead"> & { lead: Partial<Lead> };

function isDraft(value: unknown): value is SavedDraft {
  const { lead, idempotencyKey, context } = fieldsOf(value);
  const answers = Object.values(fieldsOf(lead));
  const texts = [idempotencyKey, fieldsOf(context)["surface"], ...answers];
  return answers.length > 0 && texts.every((text) => typeof text === "string");
}

/** The fields of a value, if the value is an object; otherwise no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
