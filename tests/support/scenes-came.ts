import { expect, type Page } from "@playwright/test";

/** Of the style and not of the animations: these end before the frame in which the scene is laid out. */
const hiddenScenes =
  "[...document.querySelectorAll('.scene')].filter((scene) => getComputedStyle(scene).contentVisibility === 'hidden').length";

/** The scenes of the landing page are laid out one after the other, after the first paint. */
export async function scenesCame(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(hiddenScenes)).toBe(0);
}
