import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { field, floatingCall, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { clippedTexts, overlappingTexts } from "#tests/support/looks/page-texts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";

const maxFloatingCallPx = 128;
const maxDoubleFloatingCallPx = 320;

/** The text spacing that a reader may set without losing content, by WCAG 1.4.12. */
const readerSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

const doubleSize = "html { font-size: 200% !important; }";

test.describe("at 320 px, which is 1280 px at 400% zoom", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("every page fits without scrolling sideways, and no text is cut off", async ({
    page,
    pageConsole,
  }) => {
    pageConsole.allow(otherPagesComplaints);
    for (const path of ["/", ...otherPaths]) {
      await page.goto(path);
      await expectToFit(page, path);
    }
  });

  test("every page shows all its text with the reader's own spacing", async ({
    page,
    pageConsole,
  }) => {
    pageConsole.allow(otherPagesComplaints);
    for (const path of ["/", ...otherPaths]) {
      await page.goto(path);
      await setReaderStyle(page, readerSpacing);
      await expectToFit(page, path);
    }
  });

  test("every field and the button of the popup can be scrolled to", async ({ page }) => {
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await setReaderStyle(page, readerSpacing);
    for (const part of [field(popup, "whatsapp"), popup.getByRole("button").last()]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    expect(await popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  });

  test("the floating button covers less than half of the window", async ({ page }) => {
    await openLanding(page);
    await page.mouse.wheel(0, 600);
    await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
    expect((await floatingCall(page).boundingBox())?.height).toBeLessThan(maxFloatingCallPx);
  });
});

test("at 1280 px the page shows all its text with the reader's own spacing", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  await setReaderStyle(page, readerSpacing);
  await expectToFit(page, "/");
});

test("with text of double size every page fits on a phone", async ({ page, pageConsole }) => {
  pageConsole.allow(otherPagesComplaints);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of ["/", ...otherPaths]) {
    await page.goto(path);
    await setReaderStyle(page, doubleSize);
    await expectToFit(page, path);
  }
});

test("with text of double size the success popup does not scroll sideways on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  await setReaderStyle(page, doubleSize);
  const popup = await showSuccess(page);
  expect(await popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});

test("with text of double size the floating button covers less than half of a phone's window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  await setReaderStyle(page, doubleSize);
  await page.mouse.wheel(0, 3_000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  expect((await floatingCall(page).boundingBox())?.height).toBeLessThan(maxDoubleFloatingCallPx);
});

async function expectToFit(page: Page, path: string) {
  const window = page.locator("html");
  expect(await window.evaluate((html) => html.scrollWidth - html.clientWidth), path).toBe(0);
  expect(await clippedTexts(page), path).toEqual([]);
  expect(await overlappingTexts(page), path).toEqual([]);
}
