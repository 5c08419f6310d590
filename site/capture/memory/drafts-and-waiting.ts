import { leadFields, type SignUpContext } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { load, remove, save, store } from "#site/ui/browser-storage.ts";
import { contextOf, draftKey, randomKey } from "./pressed.ts";

/** More people than share a phone on one evening. */
const maxWaiting = 5;

export type SignUp = { lead: Lead; context: SignUpContext; idempotencyKey: string };

/**
 * What the visitor typed and sent, until the lead function accepts it. It is saved, so that a reload of the tab does
 * not lose it; and on the device too, until the lead function answers about it.
 */
export type Draft = SignUp & {
  /** When the visitor pressed the button. */
  at: number;
  /** Whether the popup opens after a reload, filled with this draft. */
  open: boolean;
};

/** The draft keeps what the visitor typed until the lead function has accepted it. */
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
 * Keeps a sign-up on the device until the lead function answers about it, if the browser has storage: what only this page
 * kept would be lost with it. It takes the place of an earlier one of the same person; other people's stay.
 */
export function saveWaiting(draft: Draft): void {
  storeWaiting([...allWaiting(), { ...draft, open: false }]);
}

/** The sign-ups of this form that wait, the newest last. */
export function loadWaiting(surface: string): Draft[] {
  return allWaiting().filter(({ context }) => context.surface === surface);
}

/** Leaves another sign-up of this person alone, which may wait by now. */
export function removeWaiting({ idempotencyKey }: Draft): void {
  storeWaiting(allWaiting().filter((one) => one.idempotencyKey !== idempotencyKey));
}

function allWaiting(): Draft[] {
  return newest(draftsIn(load("device", draftKey)));
}

/** Where the browser stores nothing, nothing waits, and the visitor does not read that it does. */
function storeWaiting(drafts: Draft[]): void {
  if (drafts.length) store("device", draftKey, newest(drafts));
  else remove("device", draftKey);
}

/** The newest of each person. */
function newest(drafts: Draft[]): Draft[] {
  const isLast = ({ lead }: Draft, index: number) =>
    !drafts.slice(index + 1).some((later) => isSamePerson(later.lead, lead));
  return drafts.filter(isLast).slice(-maxWaiting);
}

/** Who corrects an e-mail is still the same person. */
function isSamePerson(one: Lead, other: Lead): boolean {
  return one.email === other.email || (one.name === other.name && one.whatsapp === other.whatsapp);
}

/** What is saved may be of another version of the page, which had one draft alone, or fewer fields: those are empty here. */
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

/** The fields of what may be an object; of anything else none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
