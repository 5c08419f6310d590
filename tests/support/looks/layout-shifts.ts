import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** Records all layout shifts, beginning with the next navigation. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/record-shifts.js", import.meta.url)),
  });
}

/** For each layout shift, the share of the window that moved, and the elements that moved. Shifts soon after a press count too. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("layoutShifts");
}
