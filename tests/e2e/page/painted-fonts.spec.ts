import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { unknownPath, unknownPathComplaints } from "#tests/support/browser/other-pages.ts";
import { saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { startVariant } from "#tests/support/built/variant-site.ts";
import { holdFonts, paintedFonts, waitForPaint } from "#tests/support/looks/late-fonts.ts";

/** The names of the font families, as the font files give them. */
const headingFont = ["Besley"];
const textFont = ["Atkinson Hyperlegible Next"];
const advice = "o topo da página tem letras novas: rode npm run fonts";
const { header, hero } = words;

test("the first screen has its own fonts before any font file is loaded", async ({ page }) => {
  await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("h1")).toBeVisible();
  await waitForPaint(page);
  const headings = [hero.headline, header.name, launch.currency];
  for (const heading of headings)
    expect(await paintedFonts(page, first(page, heading)), advice).toEqual(headingFont);
  for (const text of [hero.eyebrow, hero.lead, hero.promise, hero.cta, header.calm])
    expect(await paintedFonts(page, first(page, text)), advice).toEqual(textFont);
});

test("what comes next after a sign-up has its own font before any font file is loaded", async ({
  page,
}) => {
  await saveSignUp(page);
  await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  const { done, calendar } = words.messages.signedUp;
  for (const text of [done, calendar, words.messages.success.group]) {
    await expect(first(page, text)).toBeVisible();
    await waitForPaint(page);
    expect(await paintedFonts(page, first(page, text)), advice).toEqual(textFont);
  }
});

for (const { path, text, complaints } of [
  { path: words.paths.privacy, text: "section p", complaints: [] },
  { path: unknownPath, text: "p", complaints: unknownPathComplaints },
])
  test(`${path} has its own fonts before any font file is loaded`, async ({
    page,
    pageConsole,
  }) => {
    pageConsole.allow(complaints);
    await holdFonts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("h1")).toBeVisible();
    await waitForPaint(page);
    expect(await paintedFonts(page, page.locator("h1")), advice).toEqual(headingFont);
    expect(await paintedFonts(page, page.locator(text).first()), advice).toEqual(textFont);
  });

test("a letter of the headline that the small font lacks comes from the whole font", async ({
  page,
}) => {
  test.slow();
  const headline = `Já: ${hero.headline}`;
  const site = await startVariant({
    file: "content/hero.ts",
    from: /(?<=headline:\s*["'`])/,
    to: "Já: ",
  });
  await page.route(`${site.url}/**`, (route) => route.continue());
  await page.goto(site.url);
  await expect(page.getByRole("heading", { name: headline, exact: true })).toBeVisible();
  await expect.poll(() => paintedFonts(page, page.locator("h1"))).toEqual(headingFont);
  await site.stop();
});

/** The first element with this text. */
function first(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).first();
}
