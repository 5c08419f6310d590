import { expect, type Locator } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { field, openLeadPopup, submitButton } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("the popup scrolls, and the page behind it does not", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const place = await page.evaluate("scrollY");
  for (const [x, y] of [
    [2, 200],
    [180, 200],
    [180, 200],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 2_000);
  }
  await expect.poll(() => popup.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("End");
  expect(await page.evaluate("scrollY")).toBe(place);
});

for (const [what, height] of [
  ["", 640],
  [" with the keyboard open", 300],
] as const)
  test(`on a phone of 360×640${what} every field and the button can be reached and seen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    await openLanding(page);
    const popup = await openLeadPopup(page);
    const fields = leadFields.map((name) => field(popup, name));
    for (const part of [...fields, submitButton(popup)]) {
      await part.focus();
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
      await part.click({ trial: true });
    }
    expect(await scrollsSideways(popup)).toBe(false);
  });

function scrollsSideways(popup: Locator): Promise<boolean> {
  return popup.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}
