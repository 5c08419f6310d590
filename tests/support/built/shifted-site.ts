import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningSite, startSite } from "./running-site.ts";

const shiftedClock = pathToFileURL(resolve("tests/support/machine/shifted-clock.mjs")).href;

/** Starts the built product on a machine whose clock shows this time now, in milliseconds since 1970, and goes on. */
export function startSiteAt(now: number): Promise<RunningSite> {
  return startSite({
    NODE_OPTIONS: `--import=${shiftedClock}`,
    CLOCK_SHIFT_MS: String(now - Date.now()),
  });
}
