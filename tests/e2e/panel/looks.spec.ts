import { expect, type Page } from "@playwright/test";
import { axeViolations } from "#tests/support/looks/axe.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";
import { clippedTexts, overlappingTexts } from "#tests/support/looks/page-texts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";
import { test } from "#tests/support/panel/panel-states-test.ts";

/** The names of `panel-states.ts`, which Playwright cannot read, because it cannot read styles. */
const panels = ["quiet", "busy", "trouble", "read-only", "empty"];
const broken = ["broken", "broken-with-troubles"];
const messages = ["entry", "notice", "confirmation", "failure"];
const states = [...panels, ...broken, ...messages, "report"];

const widths = [360, 768, 1280, 1920];
const loadedFonts = `document.fonts.ready.then((fonts) =>
  [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family))`;
const doubleSize = "html { font-size: 200% !important; }";

for (const width of [360, 1280])
  for (const state of states)
    test(`axe finds no problem in the state ${state} at ${width} px, and every text has enough contrast`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, state);
      expect(await axeViolations(page)).toEqual([]);
      expect(await lowContrastTexts(page)).toEqual([]);
    });

for (const width of widths)
  test(`every state fits into ${width} px, and no text is cut off or lies over another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const state of states) {
      await open(page, state);
      await expectToFit(page, state);
    }
  });

test("with text of double size every state still fits into a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const state of states) {
    await open(page, state);
    await setReaderStyle(page, doubleSize);
    await expectToFit(page, state);
  }
});

test("every link and button of the panel is large enough for a finger", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const state of [...panels, ...broken, "entry", "confirmation", "failure"]) {
    await open(page, state);
    expect(await smallTargets(page), state).toEqual([]);
  }
});

test("the fonts of the site are shown under the policy of the panel, and inside the report", async ({
  page,
}) => {
  for (const state of ["quiet", "report"]) {
    await open(page, state);
    const fonts = await page.evaluate<string[]>(loadedFonts);
    expect(fonts, state).toEqual(expect.arrayContaining(["Atkinson", "Besley"]));
  }
});

test("on paper the panel is dark on white, without buttons", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await open(page, "busy");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading").first()).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await lowContrastTexts(page)).toEqual([]);
});

test("a screen reader finds every bar of the hours as numbers in a table", async ({ page }) => {
  await open(page, "busy");
  await page.locator("summary").last().click();
  await expect(page.getByRole("table").nth(0).getByRole("row")).toHaveCount(25);
});

async function open(page: Page, state: string): Promise<void> {
  const answer = await page.goto(`/${state}`);
  expect(answer?.status(), state).toBe(200);
}

async function expectToFit(page: Page, state: string): Promise<void> {
  const window = page.locator("html");
  expect(await window.evaluate((html) => html.scrollWidth - html.clientWidth), state).toBe(0);
  expect(await clippedTexts(page), state).toEqual([]);
  expect(await overlappingTexts(page), state).toEqual([]);
}
