import { publishSources } from "#scripts/publish/publish.ts";
import { isInstalled } from "#scripts/setup/install.ts";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";

/** Vitest and Playwright call this function once for a run, before all tests. Without changed sources it builds nothing. */
export default async function buildBeforeTests(): Promise<void> {
  // A test that runs a command of npm would otherwise install packages under the tests that run beside it.
  if (!(await isInstalled("full"))) throw new Error("Install the packages first: npm run check");
  const outcome = await oneAtATime(() => publishSources());
  if (outcome.kind === "failed") throw new Error(`Could not build the product:\n${outcome.output}`);
}
