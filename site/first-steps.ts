import { wearOwnFaces } from "#site/own-face.ts";
import { rememberCalmMode } from "#site/ui/calm-mode.ts";
import { backUpClosedBy } from "#site/ui/dialog-backdrop.ts";
import { backUpInvokerCommands } from "#site/ui/invoker-commands.ts";
import { noteSignUpBefore } from "./capture/memory/signed-up.ts";
import { rememberVisitSource } from "./capture/memory/visit-source.ts";
import { autoOpenPopup, trackOpenings } from "./capture/popup/auto-open-popup.ts";

const firstSteps: ((page: Document) => unknown)[] = [
  wearOwnFaces,
  backUpInvokerCommands,
  backUpClosedBy,
  rememberCalmMode,
  (page) => rememberVisitSource(new URL(location.href), page.referrer),
  noteSignUpBefore,
  trackOpenings,
  (page) => afterLoad((msSinceLoad) => autoOpenPopup(page, msSinceLoad)),
];

/**
 * Does what the page needs before React, or without it. Each step is its own microtask, so that an error in one is logged
 * and stops no other.
 */
export function takeFirstSteps(page: Document): void {
  for (const step of firstSteps) queueMicrotask(() => step(page));
  // Only the tests read this: journeys wait for it.
  page.documentElement.dataset["scripted"] = "";
}

function afterLoad(start: (msSinceLoad: number) => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0), { once: true });
  else start(performance.now() - loadedAtMs());
}

function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}
