import { publishSources } from "#scripts/publish/publish.ts";
import { isInstalled } from "#scripts/setup/install.ts";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";

/** Vitest and Playwright call this function once before all tests. It builds nothing if no source has changed. */
export default async function buildBeforeTests(): Promise<void> {
  // Otherwise a test that runs an npm command would install packages while other tests use them.
  if (!(await isInstalled("full"))) throw new Error("Install the packages first: npm run check");
  const outcome = await oneAtATime(() => publishSources());
  if (outcome.kind === "failed") throw new Error(`Could not build the product:\n${outcome.output}`);
}
