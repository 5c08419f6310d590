import { consentField, honeypotField, type SignUpContext } from "#lead/contract.ts";
import { load, store } from "#site/ui/browser-storage.ts";
import { visitSources } from "./visit-source.ts";

/**
 * The name under which browser storage keeps drafts. The page reads it before the script with `drafts-and-waiting.ts` has loaded.
 */
export const draftKey = "sign-up-draft";

/**
 * Saves on the device what a form contains, if it is pressed before React has loaded and without the network.
 * `drafts-and-waiting.ts` reads it as a draft, but is not part of this script, so that the script stays small. Returns whether the
 * browser stores it.
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

/** What a sign-up sends beside the fields: how the visitor came to the form. */
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
 * Makes a random key. `crypto.randomUUID` is not used, because browsers lack this function when the page is served over
 * http, for example to a phone in the office. The key begins with the time, because the store keeps keys in order: new
 * keys are then written at one end, and not to as many parts of the disk as there are sign-ups.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return Date.now().toString(36) + random;
}
