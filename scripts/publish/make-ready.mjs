// @ts-check
import { ensureInstalled } from "#scripts/setup/install.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { publishSources } from "./publish-sources.mjs";

/**
 * Installs the packages and publishes the present sources, as far as this is not done yet.
 * @param {{ evenWithdrawn: boolean }} options
 */
export function makeReady({ evenWithdrawn }) {
  return oneAtATime(async () => {
    await ensureInstalled("production");
    return publishSources({ showProgress: true, evenWithdrawn });
  });
}
