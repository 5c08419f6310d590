import { expect, type Page } from "@playwright/test";

/** Reads the style and not the animations: these end before the frame in which a section is laid out. */
const hiddenSections =
  "[...document.querySelectorAll('main > section')].filter((one) => getComputedStyle(one).contentVisibility === 'hidden').length";

const endAnimations = `
  for (const animation of document.getAnimations()) {
    const { target, pseudoElement } = animation.effect;
    if (!pseudoElement && target.matches("main > section")) animation.finish();
  }`;

/** Waits until all sections of the landing page are laid out, which happens one by one after the first paint. */
export async function waitForSections(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(hiddenSections)).toBe(0);
}

/** Lays all sections out at once, for a journey about something else. */
export async function layOutSections(page: Page): Promise<void> {
  await page.evaluate(endAnimations);
  await waitForSections(page);
}
