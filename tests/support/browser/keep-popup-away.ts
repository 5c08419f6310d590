import type { Page } from "@playwright/test";

/** For a journey that is not about it and may take longer than it waits: as if this visit had seen it already. */
export async function keepPopupAway(page: Page): Promise<void> {
  // Not in the frame of a player, which may keep nothing.
  const content = "if (self === top) sessionStorage.setItem('popup-opened', 'true')";
  await page.addInitScript({ content });
}
