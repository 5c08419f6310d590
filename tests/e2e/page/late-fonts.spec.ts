import { expect, type Page } from "@playwright/test";
import { lostConnection } from "#tests/support/browser/complaints.ts";
import {
  hydrateByUse,
  openLanding,
  scrollPage,
  waitForSections,
} from "#tests/support/browser/open-landing.ts";
import { leadPopup, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import {
  holdFonts,
  textsInView,
  waitForFonts,
  waitForPaint,
} from "#tests/support/looks/late-fonts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";

const middlePx = 3_000;

test("the first screen breaks its lines as it would with the whole fonts", async ({ page }) => {
  await openWithRunningClock(page);
  await waitForFonts(page);
  const before = await textsInView(page);
  await setReaderStyle(
    page,
    "* { --heading-font: Besley !important; --text-font: Atkinson !important; }",
  );
  await waitForPaint(page);
  expect(await textsInView(page)).toEqual(before);
});

test("texts and headings below the first screen have their own fonts once these are loaded", async ({
  page,
}) => {
  await openWithRunningClock(page);
  await waitForFonts(page);
  for (const heading of await page.locator("main h2").all())
    await expect(heading).toHaveCSS("font-family", /^Besley,/);
  for (const text of [page.locator("main p").last(), page.locator("footer address")])
    await expect(text).toHaveCSS("font-family", /^Atkinson,/);
});

test("a section in view when the fonts come changes only after it has left the window below", async ({
  page,
}) => {
  const release = await holdFonts(page);
  await openWithRunningClock(page);
  await scrollPage(page, middlePx);
  release();
  await waitForFonts(page);
  await expect(page.locator("main h2").first()).not.toHaveCSS("font-family", /Besley,/);
  await scrollPage(page, 0);
  await expect(page.locator("main h2").nth(1)).toHaveCSS("font-family", /^Besley,/);
});

test("an open popup does not move when the fonts come, and has them when it opens again", async ({
  page,
}) => {
  const release = await holdFonts(page);
  await openWithRunningClock(page);
  const title = (await openLeadPopup(page)).getByRole("heading");
  await waitForPaint(page);
  const before = await textsInView(page);
  release();
  await waitForFonts(page);
  expect(await textsInView(page)).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(leadPopup(page)).toBeHidden();
  await openLeadPopup(page);
  await expect(title).toHaveCSS("font-family", /^Besley,/);
});

test("without the font files the page stays as it is", async ({ page, pageConsole }) => {
  pageConsole.allow(lostConnection);
  await page.route("**/*.woff2", (route) => route.abort());
  await openLanding(page);
  await expect(page.locator("main p").last()).toHaveCSS("font-family", /^"Atkinson as Arial"/);
  await expect(page.locator("[data-own-font]")).toHaveCount(0);
});

/**
 * Opens the page on a running clock. On a stopped one no block changes its font; without its fonts a page never loads.
 */
async function openWithRunningClock(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "commit" });
  await waitForSections(page);
  await hydrateByUse(page);
}
