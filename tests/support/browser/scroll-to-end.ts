import { expect, type Page } from "@playwright/test";

/** By what is in view and a little less, with a frame painted at each stop. */
export async function scrollToEnd(page: Page): Promise<void> {
  const html = page.locator("html");
  const top = () => html.evaluate(({ scrollTop }) => scrollTop);
  // LeadRequest anew at each stop: a scene has its own height only when it is near.
  const below = () =>
    html.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.floor(scrollHeight - scrollTop - clientHeight),
    );
  while ((await below()) > 1) {
    const before = await top();
    await page.mouse.wheel(0, 700);
    // The last scene may turn out shorter than it was taken for: then this was the end.
    await expect.poll(async () => (await top()) > before || (await below()) <= 1).toBe(true);
  }
}
