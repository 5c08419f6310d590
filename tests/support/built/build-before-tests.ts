import { publishSources } from "#scripts/publish/publish.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";

/** Vitest and Playwright call this function once for a run, before all tests. Without changed sources it builds nothing. */
export default async function buildBeforeTests(): Promise<void> {
  const options = { showProgress: true, evenWithdrawn: true };
  const outcome = await oneAtATime(() => publishSources(options));
  if (outcome.kind === "failed") throw new Error(`Could not build the product:\n${outcome.output}`);
}
