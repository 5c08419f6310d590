import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** Records all layout shifts from the next navigation on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/record-shifts.js", import.meta.url)),
  });
}

/** The share of the window that moved at each shift, and the elements that moved. A shift soon after a press counts too. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("layoutShifts");
}
