import { expect, type Page } from "@playwright/test";

const scenesUnderWay =
  "document.getAnimations().filter(({ animationName = '' }) => animationName.startsWith('scene')).length";

/** The scenes of the landing page are laid out one after the other, after the first paint. */
export async function scenesCame(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(scenesUnderWay)).toBe(0);
}
