import { noteOpenings, openByItself } from "#site/capture/open-by-itself.ts";
import { noteSignUpBefore } from "#site/capture/signed-up.ts";
import { rememberVisitSource } from "#site/capture/visit-source.ts";
import { wearOwnFaces } from "#site/own-face.ts";
import { rememberCalmMode } from "#site/ui/calm-mode.ts";
import { backUpClosedBy } from "#site/ui/dialog-backdrop.ts";
import { backUpInvokerCommands } from "#site/ui/invoker-commands.ts";

const firstSteps: ((page: Document) => unknown)[] = [
  wearOwnFaces,
  backUpInvokerCommands,
  backUpClosedBy,
  rememberCalmMode,
  (page) => rememberVisitSource(new URL(location.href), page.referrer),
  noteSignUpBefore,
  noteOpenings,
  (page) => afterLoad((msSinceLoad) => openByItself(page, msSinceLoad)),
];

/**
 * What the page does before, and without, React. Each step is a microtask of its own: its error goes to the console
 * and stops no other step.
 */
export function takeFirstSteps(page: Document): void {
  for (const step of firstSteps) queueMicrotask(() => step(page));
  // Nothing in the page reads it: journeys wait for it.
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
