import { expect, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import {
  consentBox,
  leadPopup,
  openLanding,
  openLeadPopup,
  scrollPage,
} from "#tests/support/browser/landing.ts";
import { sectionsCame } from "#tests/support/browser/sections-came.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { startVariant } from "#tests/support/built/variant-site.ts";
import {
  holdLetters,
  lettersChanged,
  painted,
  paintedFaces,
  textsInView,
} from "#tests/support/looks/late-letters.ts";
import { setOwnStyle } from "#tests/support/looks/own-style.ts";

const textFace = "Atkinson Hyperlegible Next";
const middlePx = 3_000;

test.beforeEach(({ page }) => keepPopupAway(page));

test("the first screen has its own fonts before any font file is loaded", async ({ page }) => {
  await holdLetters(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("h1")).toBeVisible();
  await painted(page);
  for (const heading of ["h1", "header p", "h1 ~ div > span > span"])
    expect(await paintedFaces(page, heading), heading).toEqual(["Besley"]);
  for (const text of ["main p", "h1 + div p", "h1 + div p + p", "main button", "header label"])
    expect(await paintedFaces(page, text), text).toEqual([textFace]);
});

test("the first screen breaks its lines as it would with the whole fonts", async ({ page }) => {
  await openAwake(page);
  await lettersChanged(page);
  const before = await textsInView(page);
  await setOwnStyle(
    page,
    "* { --font-heading: Besley !important; --font-text: Atkinson !important; }",
  );
  await painted(page);
  expect(await textsInView(page)).toEqual(before);
});

test("texts and headings below the first screen have their own fonts once these are loaded", async ({
  page,
}) => {
  await openAwake(page);
  await lettersChanged(page);
  for (const heading of await page.locator("main h2").all())
    await expect(heading).toHaveCSS("font-family", /^Besley,/);
  for (const text of [page.locator("main p").last(), page.locator("footer address")])
    await expect(text).toHaveCSS("font-family", /^Atkinson,/);
});

test("a scene in view when the fonts come changes only after it has left the window below", async ({
  page,
}) => {
  const release = await holdLetters(page);
  await openAwake(page);
  await scrollPage(page, middlePx);
  release();
  await lettersChanged(page);
  await expect(page.locator("main h2").first()).not.toHaveCSS("font-family", /Besley,/);
  await scrollPage(page, 0);
  await expect(page.locator("main h2").nth(1)).toHaveCSS("font-family", /^Besley,/);
});

test("an open popup does not move when the fonts come, and has them when it opens again", async ({
  page,
}) => {
  const release = await holdLetters(page);
  await openAwake(page);
  const title = (await openLeadPopup(page)).getByRole("heading");
  await painted(page);
  const before = await textsInView(page);
  release();
  await lettersChanged(page);
  expect(await textsInView(page)).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(leadPopup(page)).toBeHidden();
  await openLeadPopup(page);
  await expect(title).toHaveCSS("font-family", /^Besley,/);
});

test("without the font files the page stays as it is", async ({ page, complaints }) => {
  await page.route("**/*.woff2", (route) => route.abort());
  await openLanding(page);
  await expect(page.locator("main p").last()).toHaveCSS("font-family", /^"Atkinson as Arial"/);
  await expect(page.locator("[data-own-font]")).toHaveCount(0);
  complaints.length = 0;
});

for (const [path, text] of [
  ["/politica-privacidade", "section p"],
  ["/nao-existe", "p"],
] as const)
  test(`${path} has its own fonts when they come in time`, async ({ page, complaints }) => {
    // Load the page again for each try: on a busy machine the fonts may come late.
    await expect(async () => {
      await page.goto(path);
      await painted(page);
      expect(await paintedFaces(page, "h1")).toEqual(["Besley"]);
      expect(await paintedFaces(page, text)).toEqual([textFace]);
    }).toPass();
    complaints.length = 0;
  });

test("a letter of the headline that the small font lacks comes from the whole font", async ({
  page,
}) => {
  test.slow();
  const site = await startVariant({
    file: "content/hero.ts",
    from: "A maior oferta",
    to: "Já: a maior oferta",
  });
  await page.route(`${site.url}/**`, (route) => route.continue());
  await page.goto(site.url);
  await expect(page.getByRole("heading", { name: "Já: a maior oferta" })).toBeVisible();
  await expect.poll(() => paintedFaces(page, "h1")).toEqual(["Besley"]);
  await site.stop();
});

/** Runs on the machine's clock: with a stopped one, blocks never change and a page whose fonts are held up never loads. */
async function openAwake(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "commit" });
  await sectionsCame(page);
  await expect(consentBox(page)).not.toHaveAttribute("required");
}
