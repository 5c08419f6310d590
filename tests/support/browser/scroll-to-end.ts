import type { Page } from "@playwright/test";

/**
 * Scrolls to the end of the page in steps smaller than a window, and waits until each step is painted. It waits for an
 * observer, whose callback also runs while the test has stopped the clock.
 */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const html = document.documentElement;
    const painted = () =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(html);
      });
    // A section has its real height only when it is near the window.
    while (html.scrollHeight - html.scrollTop - html.clientHeight > 1) {
      scrollBy({ top: Math.min(700, innerHeight * 0.9), behavior: "instant" });
      await painted();
      await painted();
    }
  })()`);
}
