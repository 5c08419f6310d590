type Received = {
  /** The name under which `signed-up.ts` reads the sign-up. */
  name: string;
  groupPath: string;
  /** The phases in which one signs up for news of the next class. */
  phasesAfter: string[];
  /** Empty if the lead function has the same origin as the page. */
  functionOrigin: string;
};

/**
 * Saves a sign-up without script as `signed-up.ts` saves the others. The page for such a sign-up holds this function as
 * text, so it uses nothing outside itself.
 */
export function rememberReceived(page: Document, received: Received): void {
  const { name, groupPath, phasesAfter, functionOrigin } = received;
  try {
    // The form leads here. Anybody else has the address from a visitor who has signed up.
    const { origin } = new URL(page.referrer);
    if (origin !== location.origin && origin !== functionOrigin) return;
    // A page that is loaded again, perhaps in a later phase, is no other sign-up.
    const [navigation] = performance.getEntriesByType("navigation");
    if (navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate") return;
    const { year } = JSON.parse(page.getElementById("schedule")?.textContent ?? "");
    const phase = page.documentElement.dataset["phase"] ?? "";
    const signUp = {
      year,
      for: phasesAfter.includes(phase) ? "next" : "class",
      group: location.search ? groupPath + location.search : undefined,
    };
    localStorage.setItem(name, JSON.stringify(signUp));
  } catch {
    // There is no referrer, or the browser forbids storage.
  }
}
