import { groupPath } from "#content/shapes/script-paths.ts";
import { isAfter } from "#event/phase.ts";
import { presentPhase } from "#site/event/present-phase.ts";

/** Saves a sign-up without script as `signed-up.ts` saves the others. */
export function rememberReceived(page: Document): void {
  try {
    // The form leads here. Anybody else has the address from a visitor who has signed up.
    const { origin } = new URL(page.referrer);
    if (origin !== location.origin && origin !== import.meta.env.FUNCTION_ORIGIN) return;
    // A page that is loaded again, perhaps in a later phase, is no other sign-up.
    const [navigation] = performance.getEntriesByType("navigation");
    if (navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate") return;
    const { year } = JSON.parse(page.getElementById("schedule")?.textContent ?? "");
    const signUp = {
      year,
      for: isAfter(presentPhase(page)) ? "next" : "class",
      group: location.search ? groupPath + location.search : undefined,
    };
    localStorage.setItem("signed-up", JSON.stringify(signUp));
  } catch {
    // There is no referrer, or the browser forbids storage.
  }
}
