import { expect, type Page } from "@playwright/test";

/** Scrolls to the end of the page in steps of less than a window, and waits until each step is painted. */
export async function scrollToEnd(page: Page): Promise<void> {
  const html = page.locator("html");
  const top = () => html.evaluate(({ scrollTop }) => scrollTop);
  // Read the rest of the page's height again after each step, because a section has its real height only when it is
  // near the window.
  const below = () =>
    html.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.floor(scrollHeight - scrollTop - clientHeight),
    );
  while ((await below()) > 1) {
    const before = await top();
    // This step may scroll by nothing: if the last section is shorter than estimated, the window is already at the end
    // of the page.
    const moved = async () => (await top()) > before || (await below()) <= 1;
    // A busy browser may lose a turn of the wheel: then a person turns it again.
    await expect(async () => {
      await page.mouse.wheel(0, 700);
      await expect.poll(moved, { intervals: [20, 50, 100], timeout: 5_000 }).toBe(true);
    }).toPass();
  }
}
