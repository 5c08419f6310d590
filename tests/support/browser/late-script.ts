import type { Page } from "@playwright/test";
import { hydrate, stopClock } from "./landing.ts";

const scriptLateMs = 20_000;

/** Opens the landing page without its script. The returned function loads the script, and waits for the hydration. */
export async function openBeforeScript(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", (route) => released.then(() => route.continue()));
  await stopClock(page);
  await page.goto("/", { waitUntil: "commit" });
  return async () => {
    await page.clock.runFor(scriptLateMs);
    release();
    await page.waitForLoadState();
    await hydrate(page);
  };
}
