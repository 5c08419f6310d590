import { afterLoad, startPage } from "./before-hydration.ts";
import { visitSources } from "./capture/memory/visit-source.ts";
import { notes } from "./counting/notes.ts";
import { readSchedule } from "./event/read-schedule.ts";

const maxIdleWaitMs = 2_000;
const safariDelayMs = 200;
const retryMs = 3_000;

// Hydration is scheduled before `startPage` runs, so that no error in `startPage` can stop hydration.
whenIdle(() => hydrateIslands(document));
startPage(document);
afterLoad(() => whenIdle(() => countVisit(document)));

/** Safari has no `requestIdleCallback`: there hydration starts after a short delay. */
function whenIdle(start: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: maxIdleWaitMs });
  else setTimeout(start, safariDelayMs);
}

/**
 * Loads the islands, and tries again when loading fails. Until they are loaded, the forms are posted without script.
 */
function hydrateIslands(page: Document, retries = 2): void {
  loadIslands().then(
    ({ hydrateIslands }) => hydrateIslands(page),
    (error: unknown) => {
      console.error(error);
      if (retries > 0) setTimeout(hydrateIslands, retryMs, page, retries - 1);
    },
  );
}

/** Imports React and the islands in two tasks, because the browser can handle a tap between two tasks. */
async function loadIslands(): Promise<typeof import("./islands.tsx")> {
  await import("react-dom/client");
  return import("./islands.tsx");
}

/** Loads the counting after everything else. When it fails to load, the page works, and this visit is not counted. */
function countVisit(page: Document): void {
  if (readSchedule(page)?.preview) return;
  loadCounting().then(
    ({ countVisit }) => countVisit(notes, visitSources()),
    () => {},
  );
}

function loadCounting(): Promise<typeof import("./counting/count-visit.ts")> {
  return import("./counting/count-visit.ts");
}
