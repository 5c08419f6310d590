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
import { test } from "#tests/support/browser/site-test.ts";

test("without closedby a press on the backdrop closes the popup too", async ({ page }) => {
  await ignoreClosedBy(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await popup.getByRole("heading").click();
  await popup.click({ position: { x: 3, y: 3 } });
  await expect(popup).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(popup).toBeHidden();
});

test("without closedby a double click on a call opens the popup too", async ({ page }) => {
  await ignoreClosedBy(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLanding(page);
  await heroCall(page).dblclick();
  await expect(leadPopup(page)).toBeVisible();
});

test.describe("on a touch screen without closedby", () => {
  test.use({ hasTouch: true });

  test("a tap beside the popup closes it, and does not press the call behind it", async ({
    page,
  }) => {
    await ignoreClosedBy(page);
    await keepTapsFromDocument(page);
    await openLanding(page);
    const call = heroCall(page);
    const place = await call.boundingBox();
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
  [", and has no commandfor,", ignoreCommands],
] as const)
  test(`a browser that does not focus pressed buttons${what} returns the focus to the call`, async ({
    page,
  }) => {
    await focusNoPressedButton(page);
    await limit(page);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await closeButton(popup).click();
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeFocused();
  });

test("without commandfor the popup opens and closes too", async ({ page }) => {
  await ignoreCommands(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await expect(popup).toBeVisible();
  await closeButton(popup).click();
  await expect(popup).toBeHidden();
});

test("without closedby a press that begins in a field does not close the popup", async ({
  page,
}) => {
  await ignoreClosedBy(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await field(popup, "name").hover();
  await page.mouse.down();
  await page.mouse.move(5, 300);
  await page.mouse.up();
  await expect(popup).toBeVisible();
});
