import { expect, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { consentBox, openStopped, scrollPage, wake } from "#tests/support/browser/landing.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { sectionsCame } from "#tests/support/browser/sections-came.ts";
import { test } from "#tests/support/browser/site-test.ts";
import {
  holdLetters,
  lettersChanged,
  painted,
  textsInView,
} from "#tests/support/looks/late-letters.ts";
import { layoutShifts, noteLayoutShifts } from "#tests/support/looks/layout-shifts.ts";
import { setOwnStyle } from "#tests/support/looks/own-style.ts";
import { startTwoPartDocument } from "#tests/support/looks/two-part-document.ts";

// These journeys run with the fonts of each system, and with no font that the page asks for: see `playwright.config.ts`.
test.beforeEach(({ page }) => keepPopupAway(page));

const halfPageMs = 500;
const otherPages = ["/politica-privacidade", "/nao-existe"];

/** It comes and goes by itself, as its own journeys show. */
const withoutFloatingButton = ".floating-cta { display: none !important; }";

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("nothing moves while the page loads, wakes and is scrolled through", async ({ page }) => {
      await noteLayoutShifts(page);
      await openStopped(page);
      await sectionsCame(page);
      await wake(page);
      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual([]);
    });

    test("nothing moves when the fonts come late, nor when the visitor scrolls down and up again", async ({
      page,
    }) => {
      await noteLayoutShifts(page);
      const release = await openWithoutLetters(page, "/");
      const before = await textsInView(page);
      release();
      await lettersChanged(page);
      expect(await textsInView(page)).toEqual(before);
      await scrollToEnd(page);
      await scrollPage(page, 0);
      await painted(page);
      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual([]);
    });

    test("nothing moves when half of the first screen comes later", async ({ page }) => {
      const document = await startTwoPartDocument("</svg>");
      await page.route(`${document.url}**`, (route) => route.continue());
      await noteLayoutShifts(page);
      await page.goto(document.url, { waitUntil: "commit" });
      await expect(page.locator("main svg").first()).toBeAttached();
      // This does not wait for a frame, because there should be none.
      await page.waitForTimeout(halfPageMs);
      document.sendRest();
      await expect(page.locator("footer")).toBeAttached();
      await painted(page);
      expect(await layoutShifts(page)).toEqual([]);
      document.stop();
    });

    for (const [where, address, top] of [
      ["in the middle of the page", "/", 3_000],
      ["at the questions, by their address", "/#perguntas", undefined],
    ] as const) {
      test(`nothing in view moves when the fonts come to a visitor ${where}`, async ({ page }) => {
        const release = await openWithoutLetters(page, address);
        await sectionsCame(page);
        if (top !== undefined) await scrollPage(page, top);
        await expect(consentBox(page)).not.toHaveAttribute("required");
        // A browser without scroll anchoring (Safari before 27) behaves like this.
        await setOwnStyle(page, `html { overflow-anchor: none; } ${withoutFloatingButton}`);
        const before = await textsInView(page);
        release();
        await lettersChanged(page);
        expect(await textsInView(page)).toEqual(before);
      });
    }

    for (const path of otherPages) {
      test(`nothing moves when the fonts of ${path} come late`, async ({ page, complaints }) => {
        await noteLayoutShifts(page);
        const release = await openWithoutLetters(page, path);
        // The script replaces "hoje" with today's date. Wait for that, so that it is not counted as a move.
        await expect(page.getByText("hoje", { exact: true })).toHaveCount(0);
        const before = await textsInView(page);
        await letLettersCome(page, release);
        expect(await textsInView(page)).toEqual(before);
        expect(await layoutShifts(page)).toEqual([]);
        complaints.length = 0;
      });
    }

    test.describe("without any script", () => {
      test.use({ javaScriptEnabled: false });

      for (const path of ["/", ...otherPages]) {
        test(`nothing moves when the fonts of ${path} come late`, async ({ page, complaints }) => {
          const release = await openWithoutLetters(page, path);
          const before = await textsInView(page);
          await letLettersCome(page, release);
          expect(await textsInView(page)).toEqual(before);
          complaints.length = 0;
        });
      }
    });
  });
}

async function openWithoutLetters(page: Page, address: string): Promise<() => void> {
  const release = await holdLetters(page);
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await painted(page);
  return release;
}

async function letLettersCome(page: Page, release: () => void): Promise<void> {
  release();
  await page.waitForLoadState("networkidle");
  await painted(page);
}
