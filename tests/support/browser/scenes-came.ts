import { expect, type Page } from "@playwright/test";

/** Of the style and not of the animations: these end before the frame in which the scene is laid out. */
const hiddenScenes =
  "[...document.querySelectorAll('main > section')].filter((scene) => getComputedStyle(scene).contentVisibility === 'hidden').length";

const endAnimations =
  "document.getAnimations().forEach((one) => one.animationName?.startsWith('scene') && one.finish())";

/** The scenes of the landing page are laid out one after the other, after the first paint. */
export async function scenesCame(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(hiddenScenes)).toBe(0);
}

/** All at once, for a journey that is about something else. */
export async function hurryScenes(page: Page): Promise<void> {
  await page.evaluate(endAnimations);
  await scenesCame(page);
}
