import { expect } from "@playwright/test";
import { openLanding, waitForSections } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { field, floatingCall, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { expectToFit } from "#tests/support/looks/check-looks.ts";
import { gridHoles } from "#tests/support/looks/grid-holes.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";

/** A window of 1280 px at 400% zoom. */
const zoomed = { width: 320, height: 256 };
const phone = { width: 360, height: 640 };
const desktop = { width: 1280, height: 900 };

/** The text spacing that a reader may set without losing content, by WCAG 1.4.12. */
const readerSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;
const doubleSize = "html { font-size: 200% !important; }";

const grids = [
  ".courses__grid",
  ".bonuses__cards",
  ".bonuses__items",
  ".audience__groups",
  ".price-staircase__steps",
  ".difference__summary",
];
const oneToSixteen = Array.from({ length: 16 }, (_, index) => index + 1);

for (const path of ["/", "other pages"])
  test(`zoomed, with own spacing or with double text ${path} fits into the window`, async ({
    page,
    pageConsole,
  }) => {
    pageConsole.allow(otherPagesComplaints);
    for (const address of path === "/" ? [path] : otherPaths) {
      await page.setViewportSize(zoomed);
      await page.goto(address);
      await expectToFit(page, `${address} at 400% zoom`);
      await setReaderStyle(page, readerSpacing);
      await expectToFit(page, `${address} at 400% zoom with the reader's own spacing`);
      if (address === "/") {
        await page.setViewportSize(desktop);
        await expectToFit(page, `${address} on a desktop with the reader's own spacing`);
      }
      await page.setViewportSize(phone);
      await setReaderStyle(page, doubleSize);
      await expectToFit(page, `${address} on a phone with text of double size`);
    }
  });

test("zoomed or with double text the floating button covers less than half of the window", async ({
  page,
}) => {
  await page.setViewportSize(zoomed);
  await openLanding(page);
  await page.mouse.wheel(0, 3_000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  expect((await floatingCall(page).boundingBox())?.height).toBeLessThan(zoomed.height / 2);
  await page.setViewportSize(phone);
  await setReaderStyle(page, doubleSize);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  expect((await floatingCall(page).boundingBox())?.height).toBeLessThan(phone.height / 2);
});

test("zoomed, every field and the button of the popup can be scrolled to", async ({ page }) => {
  await page.setViewportSize(zoomed);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await setReaderStyle(page, readerSpacing);
  for (const part of [field(popup, "whatsapp"), popup.getByRole("button").last()]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  expect(await popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});

test("with text of double size the success popup does not scroll sideways on a phone", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openLanding(page);
  await setReaderStyle(page, doubleSize);
  const popup = await showSuccess(page);
  expect(await popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});

test("no grid has a hole in a window of any width, with 1 item or 16", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto("/");
  await waitForSections(page);
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const at = `at ${width} px`;
    for (const grid of grids)
      expect.soft(await gridHoles(page, grid, oneToSixteen), at).toEqual([]);
    // One lesson alone keeps the width of half a row, because its poster is no wider.
    const lessons = oneToSixteen.slice(width < 768 ? 0 : 1);
    expect.soft(await gridHoles(page, ".lessons__list", lessons), at).toEqual([]);
  }
});
