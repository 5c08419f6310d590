import { expect } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { carousel, next } = words.testimonials;

for (const { width, inView } of [
  { width: 767, inView: [1] },
  { width: 768, inView: [1, 2] },
  { width: 1024, inView: [1, 2, 3] },
]) {
  test(`at ${width} px there are no arrows while all ${inView.length} testimonials are in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openLanding(page);
    const region = page.getByRole("region", { name: carousel, exact: true });
    const arrow = region.getByRole("button", { name: next, exact: true });
    await expect(arrow).toBeVisible();
    for (const count of [1, 2, 3]) {
      await region.evaluate((node, slides) => node.setAttribute("data-slides", slides), `${count}`);
      await expect(arrow).toBeVisible({ visible: !inView.includes(count) });
    }
  });
}
