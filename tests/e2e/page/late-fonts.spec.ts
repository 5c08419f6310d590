import { expect, type Page } from "@playwright/test";
import { lostConnection } from "#tests/support/browser/complaints.ts";
import { hydrateByUse, scrollPage, waitForSections } from "#tests/support/browser/open-landing.ts";
import { floatingCall, leadPopup, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import {
  holdFonts,
  textsInView,
  waitForFonts,
  waitForPaint,
} from "#tests/support/looks/late-fonts.ts";

const ownFont = /^Besley,/;
const fallbackFont = /^"Besley as /;

test("what is in view or above when the fonts come changes only out of view", async ({ page }) => {
  const release = await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  await waitForSections(page);
  await hydrateByUse(page);
  const above = page.locator("main h2", { hasText: words.lessons.title });
  const inView = page.locator("main h2", { hasText: words.audience.title });
  const popup = leadPopup(page);
  const title = page.locator("dialog h2", { hasText: words.messages.form.title });
  await inView.scrollIntoViewIfNeeded();
  await floatingCall(page).click();
  await expect(popup).toBeVisible();
  await waitForPaint(page);
  const before = await textsInView(page);
  release();
  await waitForFonts(page);
  expect(await textsInView(page)).toEqual(before);
  for (const heading of [above, inView, title])
    await expect(heading).toHaveCSS("font-family", fallbackFont);

  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await scrollPage(page, 0);
  // The browser says only after a frame what has gone out of view.
  for (const heading of [above, inView, title])
    await expect(heading).toHaveCSS("font-family", ownFont);
  await openLeadPopup(page);
  await expect(title).toHaveCSS("font-family", ownFont);
});

test("without the font files the page stays as it is", async ({ page, pageConsole }) => {
  pageConsole.allow(lostConnection);
  await page.route("**/*.woff2", (route) => route.abort());
  await page.goto("/");
  await waitForSections(page);
  const before = await textsInView(page);
  await expect.poll(() => lostFonts(page)).toEqual(["Atkinson", "Besley"]);
  // A block would change in each frame from the next one on.
  for (let frame = 0; frame < 4; frame += 1) await waitForPaint(page);
  expect(await textsInView(page)).toEqual(before);
  await expect(page.locator("[data-own-font]")).toHaveCount(0);
});

/** The names of the own fonts that the page has tried to load in vain. */
async function lostFonts(page: Page): Promise<string[]> {
  const lost = await page.evaluate<string[]>(
    "[...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family)",
  );
  return ["Atkinson", "Besley"].filter((family) => lost.includes(family));
}
