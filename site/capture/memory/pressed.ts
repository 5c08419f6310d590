import { consentField, honeypotField, type SignUpContext } from "#lead/contract.ts";
import { load, store } from "#site/ui/browser-storage.ts";
import { visitSources } from "./visit-source.ts";

/** The name of what the visitor typed and sent (`draft.ts`). The page asks for it before the script with drafts has come. */
export const draftKey = "sign-up-draft";

/**
 * Keeps on the device what a form holds that is pressed without React and without the network, as a draft for `draft.ts`,
 * which is no part of the script for readers. Returns whether the browser stores it.
 */
export function keepPressed(form: HTMLFormElement): boolean {
  const data = new FormData(form);
  const wording = String(data.get("wording") ?? data.get(consentField));
  const draft = {
    lead: Object.fromEntries(data),
    context: contextOf(form, wording),
    idempotencyKey: randomKey(),
    at: Date.now(),
  };
  return store("device", draftKey, [load("device", draftKey) ?? [], draft].flat());
}

/** What a sign-up tells beside the fields: how the visitor came to the press. */
export function contextOf(form: HTMLFormElement, wording: string): SignUpContext {
  const popup = form.closest("dialog");
  const cta = popup?.dataset["cta"];
  return {
    surface: popup ? "popup" : "page",
    wording,
    ...(cta && { cta }),
    ...visitSources(),
    elapsedMs: Math.round(performance.now()),
    honeypotFilled: Boolean(new FormData(form).get(honeypotField)),
  };
}

/**
 * The key is not made by `crypto.randomUUID`: browsers lack this function when the page is served over http, for
 * example to a phone in the office. It begins with the time, because the store keeps its keys in order: new ones are then
 * written at one end, and not to as many places of the disk as there are sign-ups.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return Date.now().toString(36) + random;
}
