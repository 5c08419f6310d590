import { takeFirstSteps } from "./first-steps.ts";

const latestStartMs = 2_000;
const withoutIdleCallbackMs = 200;

takeFirstSteps(document);
whenIdle(() => void wakeIslands(document));

/** One after the other: React's own start and that of the islands are two tasks, with room for a tap between. */
async function wakeIslands(page: Document): Promise<void> {
  await import("react-dom/client");
  const { hydrateIslands } = await import("./islands.tsx");
  hydrateIslands(page);
}

/** Safari has no `requestIdleCallback`: there a little later is idle enough. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: latestStartMs });
  else setTimeout(start, withoutIdleCallbackMs);
}
