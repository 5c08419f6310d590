import { expect, type Locator, type Page } from "@playwright/test";
import { type TextLine, textLines } from "./page-texts.ts";
import { sessionOf } from "./painted-page.ts";

/** This delay is longer than `earlyMs` of `text-fonts.ts`. */
const lateMs = 5_000;

/**
 * Delays the responses with all font files until the returned function is called. The page treats them as late, however
 * fast the machine is.
 */
export async function holdFonts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.addInitScript(`{
    const now = performance.now.bind(performance);
    performance.now = () => now() + ${lateMs};
  }`);
  await page.route("**/*.woff2", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Waits until all blocks outside the window have their own fonts. The area for toasts gets its font last. */
export async function waitForFonts(page: Page): Promise<void> {
  const last = page.locator("[data-island='lead-capture'] > :last-child");
  await expect(last).toHaveAttribute("data-own-font");
  await waitForPaint(page);
}

/**
 * Waits until the page is painted, by taking the smallest possible screenshot. Counting frames would need a script, and
 * some pages have no script.
 */
export async function waitForPaint(page: Page): Promise<void> {
  const browser = await sessionOf(page);
  await browser.send("Page.captureScreenshot", { format: "jpeg", quality: 1 });
}

type Place = Pick<TextLine, "text" | "left" | "top" | "right" | "bottom">;

/**
 * The position of each line of text of which at least half is in the window: the box of a heading's line is higher than
 * the heading itself, which may begin below the window. Another font would make a line longer or shorter.
 */
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
    .filter(({ top, bottom }) => top + bottom > 0 && top + bottom < 2 * height);
}

const mark = "data-painted-fonts";

/** The names in the font files of the fonts with which a text is painted. */
export async function paintedFonts(page: Page, text: Locator): Promise<string[]> {
  const browser = await sessionOf(page);
  await text.evaluate((element, name) => element.setAttribute(name, ""), mark);
  await browser.send("DOM.enable");
  await browser.send("CSS.enable");
  const { root } = await browser.send("DOM.getDocument");
  const selector = `[${mark}]`;
  const { nodeId } = await browser.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await browser.send("CSS.getPlatformFontsForNode", { nodeId });
  await text.evaluate((element, name) => element.removeAttribute(name), mark);
  return fonts.map(({ familyName }) => familyName);
}
