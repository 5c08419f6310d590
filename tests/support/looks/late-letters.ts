import { expect, type Page } from "@playwright/test";
import { type TextLine, textLines } from "./page-texts.ts";

/** Holds up all font files until the returned function is called. */
export async function holdLetters(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Waits until all blocks out of view on the landing page have their own fonts; the place for toasts is the last. */
export async function lettersChanged(page: Page): Promise<void> {
  const last = page.locator("[data-island='lead-capture'] > :last-child");
  await expect(last).toHaveAttribute("data-own-font");
  await painted(page);
}

/** Waits until the page is painted, also a page without script, which cannot count frames. */
export async function painted(page: Page): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Page.captureScreenshot");
  await wire.detach();
}

type Place = Pick<TextLine, "text" | "left" | "top" | "right" | "bottom">;

/** The place of each line of text in the window. Another font would make a line longer or shorter. */
export async function textsInView(page: Page): Promise<Place[]> {
  const lines = await textLines(page);
  const [scrolled = 0, height = 0] = await page.evaluate<number[]>("[scrollY, innerHeight]");
  return lines
    .map(({ text, left, top, right, bottom }) => ({
      text,
      left,
      top: top - scrolled,
      right,
      bottom: bottom - scrolled,
    }))
    .filter(({ top, bottom }) => bottom > 0 && top < height);
}

/** The names of the fonts in which a text is painted, as the font files give them. */
export async function paintedFaces(page: Page, selector: string): Promise<string[]> {
  const wire = await page.context().newCDPSession(page);
  await wire.send("DOM.enable");
  await wire.send("CSS.enable");
  const { root } = await wire.send("DOM.getDocument");
  const { nodeId } = await wire.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await wire.send("CSS.getPlatformFontsForNode", { nodeId });
  await wire.detach();
  return fonts.map(({ familyName }) => familyName);
}
