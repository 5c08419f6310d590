import { applyTextFonts } from "#site/text-fonts.ts";
import { rememberSignUpWithoutScript } from "./capture/memory/signed-up.ts";
import { rememberVisitSource } from "./capture/memory/visit-source.ts";
import { autoOpenPopup, trackOpenings } from "./capture/popup/auto-open-popup.ts";
import { noteEvents } from "./counting/notes.ts";
import { rememberCalmMode } from "./ui/calm/calm-mode.ts";
import { polyfillClosedBy } from "./ui/dialog/dialog-backdrop.ts";
import { polyfillInvokerCommands } from "./ui/dialog/invoker-commands.ts";

const steps: ((page: Document) => unknown)[] = [
  noteEvents,
  applyTextFonts,
  polyfillInvokerCommands,
  polyfillClosedBy,
  rememberCalmMode,
  (page) => rememberVisitSource(new URL(location.href), page.referrer),
  rememberSignUpWithoutScript,
  trackOpenings,
  (page) => afterLoad((msSinceLoad) => autoOpenPopup(page, msSinceLoad)),
];

/**
 * Starts every part of the page that needs no React. Each part starts in its own microtask: an error in one part is
 * logged and does not stop the others.
 */
export function startPage(page: Document): void {
  for (const step of steps) queueMicrotask(() => step(page));
  // Only the tests read the attribute `data-scripted`: they wait until the page has it.
  page.documentElement.dataset["scripted"] = "";
}

/** Calls `start` once the page has loaded, with the time since then. */
export function afterLoad(start: (msSinceLoad: number) => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0), { once: true });
  else start(performance.now() - loadedAtMs());
}

function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}
