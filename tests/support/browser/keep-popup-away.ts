import type { BrowserContext, Page } from "@playwright/test";

/** The name under which the page stores, until the visit ends, that the popup was open. */
export const popupOpenedKey = "popup-opened";

/** Makes the page believe that the popup was already open in this visit, so that the popup does not open by itself. */
export async function keepPopupAway(pages: BrowserContext | Page): Promise<void> {
  // Writes only in the page itself, because the frame of a video player may have no storage.
  const content = `if (self === top && origin !== "null") sessionStorage.setItem("${popupOpenedKey}", "true")`;
  await pages.addInitScript({ content });
}
