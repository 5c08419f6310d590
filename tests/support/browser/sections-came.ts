import { expect, type Page } from "@playwright/test";

/** Of the style and not of the animations: these end before the frame in which the section is laid out. */
const hiddenSections =
  "[...document.querySelectorAll('main > section')].filter((section) => getComputedStyle(section).contentVisibility === 'hidden').length";

const endAnimations =
  "document.getAnimations().forEach((one) => one.animationName?.startsWith('section') && one.finish())";

/** The sections of the landing page are laid out one after the other, after the first paint. */
export async function sectionsCame(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(hiddenSections)).toBe(0);
}

/** All at once, for a journey that is about something else. */
export async function finishSectionAnimations(page: Page): Promise<void> {
  await page.evaluate(endAnimations);
  await sectionsCame(page);
}
