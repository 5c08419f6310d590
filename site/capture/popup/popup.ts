import type { Phase } from "#event/phase.ts";
import { hasSignedUp } from "#site/capture/memory/signed-up.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { presentPhase } from "#site/event/show-event.ts";
import { load, save } from "#site/ui/browser-storage.ts";
import { isCalm } from "#site/ui/calm-mode.ts";

export const leadPopupId = "lead-popup";

/**
 * The phases in which the popup may open by itself. From some minutes before the class on, the popup would cover the
 * button that enters the class; after the class it would invite in vain.
 */
const invitingPhases: Phase[] = ["before", "today"];

/** Under this name the browser remembers until the tab is closed that the popup was open. */
const popupOpenedKey = "popup-opened";

const tryAgainMs = 1_000;

/**
 * A selector that finds a form that the visitor fills in: a field has the focus, or a required field contains text.
 * Text in a closed popup does not count. The focus alone is not enough: Safari does not focus a pressed checkbox, and
 * the key "done" on a phone removes the focus.
 */
export const fillingIn =
  "form input:focus, input[required]:not([type='checkbox'], :placeholder-shown, dialog:not([open]) *)";

/**
 * Records which call to action opens the popup. After a recorded opening the popup does not open by itself again in
 * this visit.
 */
export function trackOpenings(page: Document): void {
  // A popup that is open before this script runs was opened by the browser itself.
  if (popupIn(page)?.open) recordOpening(page, "");
  page.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-cta]") : null;
    if (button) recordOpening(page, button.getAttribute("data-cta") ?? "");
  });
}

/** Opens the popup once in a visit, but not while it would disturb the visitor. */
export function autoOpenPopup(page: Document, msSinceLoad: number): void {
  const delaySeconds = Number(popupIn(page)?.dataset["opensAfter"]);
  setTimeout(() => openWhenFree(page), delaySeconds * 1_000 - msSinceLoad);
}

/** Stops the popup from opening by itself for the rest of the visit: only a call to action opens it. */
export function disableAutoOpen(): void {
  save("tab", popupOpenedKey, true);
}

function openWhenFree(page: Document): void {
  if (isUnwanted(page)) return;
  if (isBusy(page)) setTimeout(() => openWhenFree(page), tryAgainMs);
  else {
    recordOpening(page, "by-itself");
    popupIn(page)?.showModal();
  }
}

function recordOpening(page: Document, cta: string): void {
  const popup = popupIn(page);
  if (popup?.dataset["cta"] === undefined) noteStep("popup-opened", "popup");
  popup?.setAttribute("data-cta", cta);
  disableAutoOpen();
}

function popupIn(page: Document): HTMLDialogElement | undefined {
  const popup = page.getElementById(leadPopupId);
  return popup instanceof HTMLDialogElement ? popup : undefined;
}

/** Whether the popup must not open by itself in this visit. */
function isUnwanted(page: Document): boolean {
  return (
    load("tab", popupOpenedKey) === true ||
    hasSignedUp() ||
    isCalm(page) ||
    !invitingPhases.includes(presentPhase(page))
  );
}

/**
 * Whether the popup must wait: the tab is in the background, another dialog is open, a toast is shown, a video plays,
 * or the visitor fills in a form or is pressing something.
 */
function isBusy(page: Document): boolean {
  return (
    page.hidden ||
    page.querySelector(`dialog[open], .toast, iframe, :active, ${fillingIn}`) !== null
  );
}
