import { takeFirstSteps } from "./first-steps.ts";

const latestStartMs = 2_000;
const withoutIdleCallbackMs = 200;
const retryMs = 3_000;

// Hydration is scheduled first, so that no error in a first step can stop it.
whenIdle(() => hydrateIslands(document));
takeFirstSteps(document);

/** Safari has no `requestIdleCallback`: there a little later is idle enough. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: latestStartMs });
  else setTimeout(start, withoutIdleCallbackMs);
}

/** Loads the islands, and tries a failed load again later: until then the forms still post without script. */
function hydrateIslands(page: Document, retries = 2): void {
  loadIslands().then(
    ({ hydrateIslands }) => hydrateIslands(page),
    (error: unknown) => {
      console.error(error);
      if (retries > 0) setTimeout(hydrateIslands, retryMs, page, retries - 1);
    },
  );
}

/** Imports React and the islands one after the other: as two tasks they leave room for a tap between them. */
async function loadIslands(): Promise<typeof import("./islands.tsx")> {
  await import("react-dom/client");
  return import("./islands.tsx");
}
