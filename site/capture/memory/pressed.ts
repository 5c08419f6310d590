import { consentField, honeypotField } from "#lead/contract.ts";
import { draftKey, load } from "./browser-storage.ts";
import { visitSources } from "./visit-source.ts";

/**
 * Keeps on the device what a form holds that is pressed without React and without the network, as a draft for `draft.ts`,
 * which is no part of the script for readers. Returns whether the browser stores it.
 */
export function keepPressed(form: HTMLFormElement): boolean {
  const lead = Object.fromEntries(new FormData(form));
  const context = {
    surface: lead["surface"],
    wording: lead["wording"] ?? lead[consentField],
    cta: form.closest("dialog")?.dataset["cta"],
    ...visitSources(),
    elapsedMs: Math.round(performance.now()),
    honeypotFilled: Boolean(lead[honeypotField]),
  };
  const draft = { lead, context, idempotencyKey: randomKey(), at: Date.now() };
  try {
    localStorage.setItem(draftKey, JSON.stringify([load("device", draftKey) ?? [], draft].flat()));
    return true;
  } catch {
    return false;
  }
}

/**
 * The key is not made by `crypto.randomUUID`: browsers lack this function when the page is served over http, for
 * example to a phone in the office. It begins with the time, because the store keeps its keys in order: new ones are then
 * written at one end, and not to as many places of the disk as there are sign-ups.
 */
export function randomKey(): string {
  return Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(4)).join("");
}
