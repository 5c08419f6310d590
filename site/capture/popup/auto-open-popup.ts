import { launch } from "#content/launch.ts";
import { keep, kept } from "#site/capture/memory/browser-storage.ts";
import { hasSignedUp } from "#site/capture/memory/signed-up.ts";
import { isCalm } from "#site/ui/calm-mode.ts";
import { leadPopupId } from "./lead-popup-id.ts";

const lookAgainMs = 1_000;
const awayName = "popup-opened";

/** The focus is not enough: Safari gives it to no box or button, and a phone's "done" takes it away. */
const fillingIn = "form:focus-within, input[required]:not([type='checkbox'], :placeholder-shown)";

/** Notes which call to action opens the popup: after that it does not open by itself any more. */
export function trackOpenings(page: Document): void {
  if (wasOpenBefore(page)) disableAutoOpen();
  page.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-cta]") : null;
    if (button) noteOpening(page, button.getAttribute("data-cta") ?? "");
  });
}

/** Once in a visit, and never in anybody's way. */
export function autoOpenPopup(page: Document, msSinceLoad: number): void {
  const wait = Math.max(0, launch.popupDelayMs - msSinceLoad);
  setTimeout(() => openWhenFree(page), wait);
}

/** For the rest of the visit the popup opens only when it is asked for. */
export function disableAutoOpen(): void {
  keep("visit", awayName, true);
}

function openWhenFree(page: Document): void {
  if (isUnwelcome(page)) return;
  if (isBusy(page)) setTimeout(() => openWhenFree(page), lookAgainMs);
  else open(page);
}

function open(page: Document): void {
  noteOpening(page, "by-itself");
  popupIn(page)?.showModal();
}

function noteOpening(page: Document, cta: string): void {
  popupIn(page)?.setAttribute("data-cta", cta);
  disableAutoOpen();
}

/** Before this script came. What has been closed again is noted by `lead-popup.css`. */
function wasOpenBefore(page: Document): boolean {
  const noted = getComputedStyle(page.documentElement).getPropertyValue("--lead-popup-opened");
  return noted === "1" || popupIn(page)?.open === true;
}

function popupIn(page: Document): HTMLDialogElement | undefined {
  const popup = page.getElementById(leadPopupId);
  return popup instanceof HTMLDialogElement ? popup : undefined;
}

/** For the rest of the visit. */
function isUnwelcome(page: Document): boolean {
  return kept("visit", awayName) === true || hasSignedUp() || isCalm(page);
}

/** For the moment: another dialog is open, a video plays, or the visitor is filling in a form. */
function isBusy(page: Document): boolean {
  return page.querySelector(`dialog[open], iframe, ${fillingIn}`) !== null;
}
