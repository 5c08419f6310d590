import { expect, type Page } from "@playwright/test";
import { openLanding, scrollPage } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  field,
  floatingCall,
  heroCall,
  leadPopup,
  openLeadPopup,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { ana } from "#tests/support/people.ts";

const { audience, bonuses, hero, priceReveal, priceStaircase, testimonials } = words;
const sections = [hero, priceStaircase, audience, bonuses, testimonials, priceReveal];

test("each of the six calls to action in the page opens the popup, and has the focus again afterwards", async ({
  page,
}) => {
  await openLanding(page);
  for (const { cta } of sections) {
    const button = page.getByRole("main").getByRole("button", { name: cta, exact: true });
    await button.click();
    await expect(leadPopup(page)).toBeVisible();
    await expect(leadPopup(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(leadPopup(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

for (const height of [640, 900])
  test(`the floating call opens the popup and has the focus again afterwards, at a height of ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    await openLanding(page);
    await scrollPage(page, 1_500);
    const button = floatingCall(page);
    await button.click();
    const popup = leadPopup(page);
    await submitButton(popup).focus();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await expect(button).toBeFocused();
  });

test("Esc, the close button and the backdrop close the popup, and a press in it does not", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await closeButton(popup).click();
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await page.mouse.click(5, 300);
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await popup.getByRole("heading").click();
  await expect(popup).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  test(`at ${width}×${height} px a double click on a call opens the popup, and presses nothing in it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openLanding(page);
    const call = heroCall(page);
    const box = await call.boundingBox();
    if (!box) throw new Error("the call has no box");
    for (const share of [0.15, 0.5, 0.85]) {
      await call.dblclick({ position: { x: box.width * share, y: box.height / 2 } });
      await expect(leadPopup(page)).toBeVisible();
      await page.mouse.click(2, 2);
      await expect(leadPopup(page)).toBeHidden();
    }
    await expect(page).toHaveURL("/");
  });

test("a press that begins in a field and ends beside the popup does not close it", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const input = field(popup, "name");
  await input.fill(ana.name);
  await input.hover();
  await page.mouse.down();
  await page.mouse.move(5, 300);
  await page.mouse.up();
  await expect(popup).toBeVisible();
});

test("Tab moves the focus in a circle inside the popup, in both directions", async ({ page }) => {
  await openLanding(page);
  await openLeadPopup(page);
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press(key);
      expect(await focusOutside(page)).toBe(false);
    }
  }
});

function focusOutside(page: Page): Promise<boolean> {
  return page.locator("body").evaluate((body) => {
    const { activeElement } = body.ownerDocument;
    return activeElement !== body && activeElement.closest("dialog") === null;
  });
}
