import { launch } from "#content/launch.ts";
import { isCalm } from "#site/ui/calm-mode.ts";
import { keep, kept } from "./kept.ts";
import { leadPopupId } from "./open-lead-popup.tsx";

const lookAgainMs = 1_000;
const openedName = "popup-opened";

/** Notes which call to action opens the popup: after that it does not open by itself any more. */
export function noteOpenings(page: Document): void {
  page.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-cta]") : null;
    if (button) noteOpening(page, button.getAttribute("data-cta") ?? "");
  });
}

/** Once in a visit, and never in anybody's way. */
export function openByItself(page: Document, msSinceLoad: number): void {
  const wait = Math.max(0, launch.popupDelayMs - msSinceLoad);
  setTimeout(() => openWhenFree(page), wait);
}

function openWhenFree(page: Document): void {
  if (isUnwelcome(page)) return;
  if (isBusy(page)) setTimeout(() => openWhenFree(page), lookAgainMs);
  else open(page);
}

function open(page: Document): void {
  const popup = page.getElementById(leadPopupId);
  if (!(popup instanceof HTMLDialogElement)) return;
  noteOpening(page, "by-itself");
  popup.showModal();
}

function noteOpening(page: Document, cta: string): void {
  page.getElementById(leadPopupId)?.setAttribute("data-cta", cta);
  keep("visit", openedName, true);
}

/** For the rest of the visit. */
function isUnwelcome(page: Document): boolean {
  return kept("visit", openedName) === true || kept("always", "signed-up") === true || isCalm(page);
}

/** For the moment: another dialog is open, a video plays, or the visitor is typing. */
function isBusy(page: Document): boolean {
  const typing = page.activeElement?.matches("input:not([type='checkbox']), textarea") ?? false;
  return typing || page.querySelector("dialog[open], iframe") !== null;
}
