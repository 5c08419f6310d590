import { expect, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { openLanding, openLeadPopup } from "#tests/support/browser/landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { setOwnStyle } from "#tests/support/looks/own-style.ts";
import { collidingTexts, cutTexts } from "#tests/support/looks/page-texts.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

const otherPages = [
  "/politica-privacidade",
  "/termos-uso",
  "/inscricao-recebida",
  "/nao-existe",
  "/%E0%A4%A",
];

/** What WCAG 1.4.12 lets a reader set. */
const ownSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("whatever can be pressed on the landing page is 44 px wide and high", async ({ page }) => {
      await openLanding(page);
      await page.getByText("E se eu não gostar?").click();
      await page.mouse.wheel(0, -1200);
      await expect(page.getByRole("button", { name: "PARTICIPAR DA AULA BLACK –" })).toBeVisible();
      expect(await smallTargets(page)).toEqual([]);
      await openLeadPopup(page);
      expect(await smallTargets(page)).toEqual([]);
    });

    test("whatever can be pressed on the other pages is 44 px wide and high", async ({
      page,
      complaints,
    }) => {
      for (const path of otherPages) {
        await page.goto(path);
        expect(await smallTargets(page), path).toEqual([]);
      }
      complaints.length = 0;
    });
  });
}

test.describe("at 320 px, which is 1280 px at 400% zoom", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("every page fits without scrolling sideways, and nothing is cut off", async ({
    page,
    complaints,
  }) => {
    for (const path of ["/", ...otherPages]) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    complaints.length = 0;
  });

  test("every page keeps its words with the reader's own spacing", async ({ page, complaints }) => {
    for (const path of ["/", ...otherPages]) {
      await page.goto(path);
      await setOwnStyle(page, ownSpacing);
      await expectToFit(page, path);
    }
    complaints.length = 0;
  });

  test("every field and the button of the popup can be scrolled to", async ({ page }) => {
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await setOwnStyle(page, ownSpacing);
    for (const part of [popup.getByLabel("WhatsApp (com DDD)"), popup.getByRole("button").last()]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    expect(await popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  });

  test("the floating button leaves most of the window free", async ({ page }) => {
    await openLanding(page);
    await page.mouse.wheel(0, 600);
    const button = page.getByRole("button", { name: "PARTICIPAR DA AULA BLACK –" });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect((await button.boundingBox())?.height).toBeLessThan(128);
  });
});

test("at 1280 px the page keeps its words with the reader's own spacing", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  await setOwnStyle(page, ownSpacing);
  await expectToFit(page, "/");
});

async function expectToFit(page: Page, path: string) {
  const window = page.locator("html");
  expect(await window.evaluate((html) => html.scrollWidth - html.clientWidth), path).toBe(0);
  expect(await cutTexts(page), path).toEqual([]);
  expect(await collidingTexts(page), path).toEqual([]);
}
