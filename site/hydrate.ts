import { noteOpenings, openByItself } from "#site/capture/open-by-itself.ts";
import { noteSignUpBefore } from "#site/capture/signed-up.ts";
import { rememberVisitSource } from "#site/capture/visit-source.ts";
import { rememberCalmMode } from "#site/ui/calm-mode.ts";
import { backUpClosedBy } from "#site/ui/dialog-backdrop.ts";
import { backUpInvokerCommands } from "#site/ui/invoker-commands.ts";

const latestStartMs = 2_000;
const withoutIdleCallbackMs = 200;

// First of all: from here on every button opens the popup, and the links that stood in for them go.
document.documentElement.dataset["scripted"] = "";
backUpInvokerCommands(document);
backUpClosedBy(document);
rememberCalmMode(document);
rememberVisitSource(new URL(location.href), document.referrer);
noteSignUpBefore(document);
noteOpenings(document);
afterLoad((msSinceLoad) => openByItself(document, msSinceLoad));
whenIdle(() => import("./islands.tsx").then(({ hydrateIslands }) => hydrateIslands(document)));

function afterLoad(start: (msSinceLoad: number) => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => start(0), { once: true });
  else start(performance.now() - loadedAtMs());
}

function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}

/** Safari has no `requestIdleCallback`: there a little later is idle enough. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: latestStartMs });
  else setTimeout(start, withoutIdleCallbackMs);
}
