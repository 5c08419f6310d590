import { expect } from "@playwright/test";
import {
  focusNoPressedButton,
  ignoreClosedBy,
  ignoreCommands,
  keepTapsFromDocument,
} from "#tests/support/browser/limited-browser.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  field,
  heroCall,
  leadPopup,
  openLeadPopup,
} from "#tests/support/browser/page-parts.ts";
import { placeBeside, pressBeside } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

// `tests/engines` proves more in browsers that really lack these features.

test("without closedby a press beside the popup closes it, and no drag does", async ({ page }) => {
  await ignoreClosedBy(page);
  await openLanding(page);
  await heroCall(page).dblclick();
  const popup = leadPopup(page);
  await expect(popup).toBeVisible();
  await popup.click({ position: { x: 3, y: 3 } });
  await field(popup, "name").hover();
  await page.mouse.down();
  const { x, y } = await placeBeside(popup);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await expect(popup).toBeVisible();
  await pressBeside(popup);
  await expect(popup).toBeHidden();
});

test.describe("on a touch screen without closedby", () => {
  test.use({ hasTouch: true });

  test("a tap beside the popup closes it, and presses no call behind it", async ({ page }) => {
    await ignoreClosedBy(page);
    await keepTapsFromDocument(page);
    await openLanding(page);
    const place = await heroCall(page).boundingBox();
    const popup = await openLeadPopup(page);
    await popup.getByRole("heading").tap();
    await expect(popup).toBeVisible();
    await page.touchscreen.tap((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(popup).toBeHidden();
  });
});

for (const [what, limit] of [
  ["", () => undefined],
  [", nor commandfor", ignoreCommands],
] as const)
  test(`the focus returns where no pressed button has it${what}`, async ({ page }) => {
    await focusNoPressedButton(page);
    await limit(page);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await closeButton(popup).click();
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeFocused();
  });
