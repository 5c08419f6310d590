import { buildIfChanged } from "#scripts/setup/build-if-changed.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";

/** Vitest and Playwright call this function once for a run, before all tests. Without changed sources it builds nothing. */
export default async function buildBeforeTests(): Promise<void> {
  const { ok, output } = await oneAtATime(() =>
    buildIfChanged("Building the product for the tests (a few seconds)"),
  );
  if (!ok) throw new Error(`Could not build the product (vite build):\n${output}`);
}
