import { expect, type Locator } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import {
  focusNoPressedButton,
  ignoreClosedBy,
  ignoreCommands,
  keepTapsFromDocument,
} from "#tests/support/browser/limited-browser.ts";
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
import { placeBeside, pressBeside } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { audience, bonuses, hero, priceReveal, priceStaircase, testimonials } = words;

const sections = [hero, priceStaircase, audience, bonuses, testimonials, priceReveal];

test("each call opens the one popup, and has the focus again afterwards", async ({ page }) => {
  await openLanding(page);
  for (const { cta } of sections)
    await expectToOpen(page.getByRole("main").getByRole("button", { name: cta, exact: true }));
  for (const height of [640, 900]) {
    await page.setViewportSize({ width: 360, height });
    await scrollPage(page, 1_500);
    await expectToOpen(floatingCall(page));
  }
});

async function expectToOpen(call: Locator): Promise<void> {
  const page = call.page();
  await call.click();
  await expect(leadPopup(page)).toBeVisible();
  await expect(leadPopup(page).locator(":focus")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await submitButton(leadPopup(page)).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(call).toBeFocused();
}

test("Esc, the cross and a press beside the popup close it", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);

  await test.step("a press in it does not", async () => {
    await popup.getByRole("heading").click();
    await expect(popup).toBeVisible();
  });
  await test.step("a press that begins in a field and ends beside it does not", async () => {
    await field(popup, "name").fill("Ana");
    await field(popup, "name").hover();
    await page.mouse.down();
    const { x, y } = await placeBeside(popup);
    await page.mouse.move(x, y);
    await page.mouse.up();
    await expect(popup).toBeVisible();
    await expect(field(popup, "name")).toHaveValue("Ana");
  });
  await test.step("Tab keeps the focus in it, in both directions", async () => {
    for (const key of ["Tab", "Shift+Tab"])
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press(key);
        // From the last element the focus goes to the browser's own buttons, and then to the first element again.
        await expect(page.locator(":focus:not(body, dialog, dialog *)")).toHaveCount(0);
      }
  });
  for (const [name, close] of [
    ["Esc", () => page.keyboard.press("Escape")],
    ["the cross", () => closeButton(popup).click()],
    ["a press beside it", () => pressBeside(popup)],
  ] as const)
    await test.step(`${name} does`, async () => {
      await expect(popup).toBeVisible();
      await close();
      await expect(popup).toBeHidden();
      await openLeadPopup(page);
    });
});

test("a double click on a call opens the popup, and presses nothing in it", async ({ page }) => {
  await openLanding(page);
  const call = heroCall(page);
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await call.boundingBox();
    if (!box) throw new Error("the call has no box");
    for (const share of [0.15, 0.5, 0.85]) {
      await call.dblclick({ position: { x: box.width * share, y: box.height / 2 } });
      await expect(leadPopup(page)).toBeVisible();
      await pressBeside(leadPopup(page));
      await expect(leadPopup(page)).toBeHidden();
    }
  }
  await expect(page).toHaveURL("/");
});

test("in a low window every part of the popup can be reached", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await openLanding(page);
  const popup = await openLeadPopup(page);

  await test.step("it scrolls, and the page behind it does not", async () => {
    const place = await page.evaluate("scrollY");
    const { x, y } = await placeBeside(popup);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 2_000);
    for (const _ of [1, 2]) {
      await popup.hover();
      await page.mouse.wheel(0, 2_000);
    }
    await expect.poll(() => popup.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await page.keyboard.press("End");
    expect(await page.evaluate("scrollY")).toBe(place);
  });
  // A phone with its keyboard open has a window of about 300 px.
  for (const height of [640, 300])
    await test.step(`with a height of ${height} px`, async () => {
      await page.setViewportSize({ width: 360, height });
      const fields = leadFields.map((name) => field(popup, name));
      for (const part of [...fields, submitButton(popup)]) {
        await part.focus();
        await part.scrollIntoViewIfNeeded();
        await expect(part).toBeInViewport({ ratio: 1 });
        await part.click({ trial: true });
      }
      expect(await popup.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    });
});

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
