import type { CDPSession, Page } from "@playwright/test";
import sharp from "sharp";

/** A picture of half the size has a quarter of the pixels, and still shows each colour behind a text. */
const scale = 0.5;

/** A picture of the page, beginning at `top`, measured in pixels of the picture: three bytes for each pixel. */
export type PaintedPage = { data: Buffer; top: number; width: number; height: number };

type Box = { left: number; top: number; right: number; bottom: number };

/** The linear amount of light for each value of a colour channel, from 0 to 255. */
const linearValues = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Ends each animation and transition; an endless one is cancelled. */
const endAnimations = `for (const one of document.getAnimations())
  try { one.finish(); } catch { one.cancel(); }`;
const pageWidth = "document.documentElement.scrollWidth";

/**
 * Takes a picture of the rows of the page that contain these boxes, after all animations, with an additional style. It
 * calls the browser directly, which needs a third of the time of a Playwright screenshot.
 */
export async function paint(page: Page, boxes: readonly Box[], style = ""): Promise<PaintedPage> {
  const top = Math.floor(Math.max(0, Math.min(...boxes.map((box) => box.top))));
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.bottom)));
  await page.evaluate(addStyle(style));
  const width = await page.evaluate<number>(`${endAnimations}\n${pageWidth}`);
  const browser = await sessionOf(page);
  const png = await browser.send("Page.captureScreenshot", {
    clip: { x: 0, y: top, width, height: bottom - top, scale },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await page.evaluate("document.adoptedStyleSheets.pop()");
  const picture = sharp(Buffer.from(png.data, "base64")).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { data, top: top * scale, width: info.width, height: info.height };
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * The only DevTools session of a page in the tests. Do not end it before the page, because that would also end the
 * page's emulated media.
 */
export function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/**
 * Runs a script in a separate JavaScript world, whose timers and frames are real even while the test has stopped the
 * page's clock. The document keeps this world, with all variables of earlier scripts.
 */
export async function evaluateAside(page: Page, expression: string): Promise<string> {
  const browser = await sessionOf(page);
  const { frameTree } = await browser.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName: "tests" };
  const { executionContextId } = await browser.send("Page.createIsolatedWorld", world);
  const { result, exceptionDetails } = await browser.send("Runtime.evaluate", {
    contextId: executionContextId,
    expression,
    awaitPromise: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  return String(result.value);
}

/** Adds a style after the styles of the page and of the reader. */
function addStyle(css: string): string {
  return `{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets.push(sheet);
  }`;
}

/** Calls `look` for each pixel in a box, with the index of the first of the pixel's three bytes in the picture's data. */
export function forPixels(box: Box, painted: PaintedPage, look: (at: number) => void) {
  const [left, right] = [Math.max(0, Math.ceil(box.left * scale)), box.right * scale];
  const [top, bottom] = [box.top, box.bottom].map((place) => place * scale - painted.top);
  const { width, height } = painted;
  for (let y = Math.max(0, Math.ceil(top ?? 0)); y < Math.min(bottom ?? 0, height); y++)
    for (let x = left; x < Math.min(right, width); x++) look((y * width + x) * 3);
}

export function luminanceAt(at: number, { data }: PaintedPage): number {
  return luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
}

/** The relative luminance of WCAG: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast ratio of WCAG: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function linear(value: number): number {
  return linearValues[value] ?? 0;
}
