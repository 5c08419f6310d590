import type { Page } from "@playwright/test";
import { popupOpenedKey } from "#site/capture/popup/popup-opened-key.ts";

/**
 * Makes the page believe that the popup was already open in this visit, so that it does not open by itself. This is for
 * journeys on a running clock that may take longer than the popup's delay.
 */
export async function keepPopupAway(page: Page): Promise<void> {
  // Write to the storage only in the page itself: the frame of a video player may have no storage.
  const content = `if (self === top) sessionStorage.setItem("${popupOpenedKey}", "true")`;
  await page.addInitScript({ content });
}
