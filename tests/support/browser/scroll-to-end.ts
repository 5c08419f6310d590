import { expect, type Page } from "@playwright/test";

/** Scrolls in steps of less than a window, and waits for the paint of each. */
export async function scrollToEnd(page: Page): Promise<void> {
  const html = page.locator("html");
  const top = () => html.evaluate(({ scrollTop }) => scrollTop);
  // This is read again after each step, because a section has its real height only when it is near.
  const below = () =>
    html.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.floor(scrollHeight - scrollTop - clientHeight),
    );
  while ((await below()) > 1) {
    const before = await top();
    await page.mouse.wheel(0, 700);
    // The last section may be shorter than estimated: then this was the end.
    await expect.poll(async () => (await top()) > before || (await below()) <= 1).toBe(true);
  }
}
