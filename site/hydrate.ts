import { takeFirstSteps } from "./first-steps.ts";

const latestStartMs = 2_000;
const withoutIdleCallbackMs = 200;
const retryMs = 3_000;

// Before the first steps: none of them can stop the hydration.
whenIdle(() => wakeIslands(document));
takeFirstSteps(document);

/** Safari has no `requestIdleCallback`: there a little later is idle enough. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: latestStartMs });
  else setTimeout(start, withoutIdleCallbackMs);
}

/** The forms post without the islands as well: a load that failed can be tried again after a while. */
function wakeIslands(page: Document, retries = 2): void {
  loadIslands().then(
    ({ hydrateIslands }) => hydrateIslands(page),
    (error: unknown) => {
      console.error(error);
      if (retries > 0) setTimeout(wakeIslands, retryMs, page, retries - 1);
    },
  );
}

/** One after the other: React's own start and that of the islands are two tasks, with room for a tap between. */
async function loadIslands(): Promise<typeof import("./islands.tsx")> {
  await import("react-dom/client");
  return import("./islands.tsx");
}
