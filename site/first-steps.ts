import { noteOpenings, openByItself } from "#site/capture/open-by-itself.ts";
import { noteSignUpBefore } from "#site/capture/signed-up.ts";
import { rememberVisitSource } from "#site/capture/visit-source.ts";
import { wearOwnFace } from "#site/own-face.ts";
import { rememberCalmMode } from "#site/ui/calm-mode.ts";
import { backUpClosedBy } from "#site/ui/dialog-backdrop.ts";
import { backUpInvokerCommands } from "#site/ui/invoker-commands.ts";

/** What the page does by itself before, and without, React. */
export function takeFirstSteps(page: Document): void {
  // First of all: from here on every button opens the popup, and the links that stood in for them go.
  page.documentElement.dataset["scripted"] = "";
  void wearOwnFace(page);
  backUpInvokerCommands(page);
  backUpClosedBy(page);
  rememberCalmMode(page);
  rememberVisitSource(new URL(location.href), page.referrer);
  noteSignUpBefore(page);
  noteOpenings(page);
  afterLoad((msSinceLoad) => openByItself(page, msSinceLoad));
}

function afterLoad(start: (msSinceLoad: number) => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0), { once: true });
  else start(performance.now() - loadedAtMs());
}

function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}
