import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** From the next address on. */
export async function noteLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/note-shifts.js", import.meta.url)),
  });
}

/** How much of the window moved, and what moved it; what answers a press within 500 ms as well. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("layoutShifts");
}
