import type { Page } from "@playwright/test";

/** For a journey that is not about it and may take longer than it waits: as if this visit had seen it already. */
export async function keepPopupAway(page: Page): Promise<void> {
  await page.addInitScript({ content: "sessionStorage.setItem('popup-opened', 'true')" });
}
