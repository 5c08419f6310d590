import { expect, type Page } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import {
  hydrate,
  hydrateByUse,
  openBeforeHydration,
  scrollPage,
  waitForSections,
} from "#tests/support/browser/open-landing.ts";
import { unknownPath, unknownPathLog } from "#tests/support/browser/other-pages.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import {
  holdFonts,
  textsInView,
  waitForFonts,
  waitForPaint,
} from "#tests/support/looks/late-fonts.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { startTwoPartDocument } from "#tests/support/looks/two-part-document.ts";

// These journeys run with the fonts of each system, and without any font that the page names: see `playwright.config.ts`.
const halfPageMs = 500;
const otherPages = [
  { path: words.paths.privacy, complaints: [] },
  { path: unknownPath, complaints: [failedLoad(404)] },
];

/** Hides the floating button, because it appears and disappears by itself, as `sign-up/floating.spec.ts` shows. */
const withoutFloatingButton = ".floating-cta { display: none !important; }";

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("nothing moves while the page loads, hydrates and is scrolled through", async ({
      page,
    }) => {
      await recordLayoutShifts(page);
      await openBeforeHydration(page);
      await waitForSections(page);
      await hydrate(page);
      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual([]);
    });

    test("nothing moves when the fonts come late, nor when the visitor scrolls down and up again", async ({
      page,
    }) => {
      await recordLayoutShifts(page);
      const release = await openWithoutFonts(page, "/");
      const before = await textsInView(page);
      release();
      await waitForFonts(page);
      expect(await textsInView(page)).toEqual(before);
      await scrollToEnd(page);
      await scrollPage(page, 0);
      await waitForPaint(page);
      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual([]);
    });

    test("nothing moves when half of the first screen comes later", async ({ page }) => {
      const document = await startTwoPartDocument("</svg>");
      await page.route(`${document.url}**`, (route) => route.continue());
      await recordLayoutShifts(page);
      await page.goto(document.url, { waitUntil: "commit" });
      await expect(page.locator("main svg").first()).toBeAttached();
      // Wait for a fixed time: the test cannot wait for a painted frame, because the browser should paint none.
      await page.waitForTimeout(halfPageMs);
      document.sendRest();
      await expect(page.locator("footer")).toBeAttached();
      await waitForPaint(page);
      expect(await layoutShifts(page)).toEqual([]);
      document.stop();
    });

    for (const [where, address, top] of [
      ["in the middle of the page", "/", 3_000],
      ["at the questions, by their address", "/#perguntas", undefined],
    ] as const) {
      test(`nothing in view moves when the fonts come to a visitor ${where}`, async ({ page }) => {
        const release = await openWithoutFonts(page, address);
        await waitForSections(page);
        if (top !== undefined) await scrollPage(page, top);
        await hydrateByUse(page);
        // Turn scroll anchoring off, because Safari before 27 does not have it.
        await setReaderStyle(page, `html { overflow-anchor: none; } ${withoutFloatingButton}`);
        const before = await textsInView(page);
        release();
        await waitForFonts(page);
        expect(await textsInView(page)).toEqual(before);
      });
    }

    for (const { path, complaints } of otherPages) {
      test(`nothing moves when the fonts of ${path} come late`, async ({ page, pageConsole }) => {
        pageConsole.allow(complaints);
        if (path === unknownPath) pageConsole.allow(unknownPathLog);
        await recordLayoutShifts(page);
        const release = await openWithoutFonts(page, path);
        // The script replaces the word "hoje" with today's date. Wait for that, so that it is not counted as a move.
        await expect(page.getByText(words.legal.today, { exact: true })).toHaveCount(0);
        const before = await textsInView(page);
        await letFontsLoad(page, release);
        expect(await textsInView(page)).toEqual(before);
        expect(await layoutShifts(page)).toEqual([]);
      });
    }

    test.describe("without any script", () => {
      test.use({ javaScriptEnabled: false });

      for (const { path, complaints } of [{ path: "/", complaints: [] }, ...otherPages]) {
        test(`nothing moves when the fonts of ${path} come late`, async ({ page, pageConsole }) => {
          pageConsole.allow(complaints);
          const release = await openWithoutFonts(page, path);
          const before = await textsInView(page);
          await letFontsLoad(page, release);
          expect(await textsInView(page)).toEqual(before);
        });
      }
    });
  });
}

async function openWithoutFonts(page: Page, address: string): Promise<() => void> {
  const release = await holdFonts(page);
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await waitForPaint(page);
  return release;
}

async function letFontsLoad(page: Page, release: () => void): Promise<void> {
  release();
  await page.waitForLoadState("networkidle");
  await waitForPaint(page);
}
