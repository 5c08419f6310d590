import type { Page } from "@playwright/test";
import { sessionOf } from "#tests/support/looks/painted-page.ts";

/**
 * Scrolls in steps of less than a window, and waits until each is painted. A section has its real height only when it is
 * near the window, so the rest of the page is measured after each step.
 */
const scroll = `(async () => {
  const page = document.scrollingElement;
  const frame = () => new Promise(requestAnimationFrame);
  while (page.scrollHeight - page.scrollTop - page.clientHeight > 1) {
    scrollBy({ top: 700, behavior: "instant" });
    await frame();
    await frame();
  }
})()`;

/**
 * Scrolls to the end of the page as a visitor does. The script runs in a JavaScript world of its own, in which frames come
 * also when the test has stopped the clock of the page.
 */
export async function scrollToEnd(page: Page): Promise<void> {
  const browser = await sessionOf(page);
  const { frameTree } = await browser.send("Page.getFrameTree");
  const { executionContextId } = await browser.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  await browser.send("Runtime.evaluate", {
    contextId: executionContextId,
    expression: scroll,
    awaitPromise: true,
  });
}
