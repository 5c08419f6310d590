import { expect, type Page } from "@playwright/test";

/** The scenes of the landing page are laid out one after the other, after the first paint. */
export async function scenesCame(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>("document.getAnimations().length")).toBe(0);
}
