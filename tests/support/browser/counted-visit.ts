import { expect, type Page } from "@playwright/test";
import { hydrateByUse, waitForScript } from "./open-landing.ts";
import { words } from "./words.ts";

/** Opens the landing page, and waits until its view has been reported. */
export async function openCounted(
  page: Page,
  steps: () => Record<string, number>,
  address = "/",
): Promise<void> {
  await page.goto(address);
  await waitForScript(page);
  await hydrateByUse(page);
  await expect.poll(() => steps()["view none"]).toBe(1);
}

export async function leave(page: Page): Promise<void> {
  await page.goto(words.paths.terms);
}

/** Makes the page believe that the visitor looked at another tab: the browser of a test shows all of its tabs. */
export async function hideAndShow(page: Page): Promise<void> {
  for (const hidden of [true, false])
    await page.evaluate(`{
      Object.defineProperty(document, "hidden", { get: () => ${hidden}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }`);
}
