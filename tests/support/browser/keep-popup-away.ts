import type { BrowserContext, Page } from "@playwright/test";

/** Under this name the page remembers, for the rest of a visit, that the popup was open. */
export const popupOpenedKey = "popup-opened";

/** Makes the page believe that the popup was already open in this visit, so that it does not open by itself. */
export async function keepPopupAway(pages: BrowserContext | Page): Promise<void> {
  // Write to the storage only in the page itself: the frame of a video player may have no storage.
  const content = `if (self === top && origin !== "null") sessionStorage.setItem("${popupOpenedKey}", "true")`;
  await pages.addInitScript({ content });
}
