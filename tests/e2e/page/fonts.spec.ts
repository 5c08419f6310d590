import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { lostConnection } from "#tests/support/browser/complaints.ts";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { unknownPath, unknownPathComplaints } from "#tests/support/browser/other-pages.ts";
import { inviteAgain, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import {
  holdFonts,
  paintedFonts,
  textsInView,
  waitForFonts,
  waitForPaint,
} from "#tests/support/looks/late-fonts.ts";

const { header, hero, success } = words;

/** The names of the font families in the font files. */
const headingFont = ["Besley"];
const textFont = ["Atkinson Hyperlegible Next"];
const advice = "o topo da página tem letras novas: rode npm run fonts";

test("the first screen has its own fonts before any font file is loaded", async ({ page }) => {
  await saveSignUp(page);
  await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  const { done, calendar } = words.signedUp;
  await expectPainted(page, textFont, [done, calendar, success.group]);
  await inviteAgain(page);
  await expectPainted(page, headingFont, [hero.headline, header.name, launch.currency]);
  await expectPainted(page, textFont, [
    hero.eyebrow,
    hero.lead.replace("{lessons}", hero.lessons),
    hero.promise,
    hero.proof,
    hero.cta,
    header.calm,
  ]);
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the first screen has its own fonts too", async ({ page }) => {
    await page.goto("/");
    await expectPainted(page, headingFont, [hero.headline, header.name]);
    await expectPainted(page, textFont, [hero.eyebrow, hero.proof, hero.lessons, header.calm]);
  });
});

test("other pages have their own fonts before any font file is loaded", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unknownPathComplaints);
  await holdFonts(page);
  for (const [path, text] of [
    [words.paths.privacy, "section p"],
    [unknownPath, "p"],
  ] as const) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("h1")).toBeVisible();
    await waitForPaint(page);
    expect(await paintedFonts(page, page.locator("h1")), advice).toEqual(headingFont);
    expect(await paintedFonts(page, page.locator(text).first()), advice).toEqual(textFont);
  }
});

test("the font files reach all texts below", async ({ page }) => {
  // The page's clock stands still, so that a slow machine changes the fonts of texts in view too: the page does that only
  // in its first two seconds.
  await page.addInitScript("performance.now = () => 1");
  await page.goto("/");
  await waitForSections(page);
  await waitForFonts(page);
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await headings.first().scrollIntoViewIfNeeded();
  await waitForPaint(page);
  // Texts that were in view before all sections were laid out may get their font later than the last block.
  for (const heading of await headings.all()) await expectFonts(page, heading, headingFont);
  for (const text of [page.getByText(words.bonuses.notice), page.locator("footer address")])
    await expectFonts(page, text, textFont);
});

async function expectFonts(page: Page, text: Locator, fonts: string[]): Promise<void> {
  await expect.poll(() => paintedFonts(page, text), text.toString()).toEqual(fonts);
}

async function expectPainted(page: Page, fonts: string[], texts: string[]): Promise<void> {
  for (const text of texts) await expect(first(page, text)).toBeVisible();
  await waitForPaint(page);
  for (const text of texts)
    expect(await paintedFonts(page, first(page, text)), `${text}: ${advice}`).toEqual(fonts);
}

/** The first element with this text. */
function first(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).first();
}

test("without the font files the page stays as it is", async ({ page, pageConsole }) => {
  pageConsole.allow(lostConnection);
  await page.route("**/*.woff2", (route) => route.abort());
  await page.goto("/");
  await waitForSections(page);
  const before = await textsInView(page);
  await expect.poll(() => lostFonts(page)).toEqual(["Atkinson", "Besley"]);
  // The fonts of the blocks would change one by one, beginning with the next frame.
  for (let frame = 0; frame < 4; frame += 1) await waitForPaint(page);
  expect(await textsInView(page)).toEqual(before);
  await expect(page.locator(":is(.section, .footer) [data-own-font]")).toHaveCount(0);
});

/** The names of the page's own fonts that could not be loaded. */
async function lostFonts(page: Page): Promise<string[]> {
  const lost = await page.evaluate<string[]>(
    "[...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family)",
  );
  return ["Atkinson", "Besley"].filter((family) => lost.includes(family));
}
