import { expect, type Page } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import {
  hydrate,
  hydrateByUse,
  openBeforeHydration,
  scrollPage,
  waitForSections,
} from "#tests/support/browser/open-landing.ts";
import { unknownPath } from "#tests/support/browser/other-pages.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { startTwoPartDocument } from "#tests/support/browser/two-part-document.ts";
import { words } from "#tests/support/browser/words.ts";
import {
  holdFonts,
  textsInView,
  waitForFonts,
  waitForPaint,
} from "#tests/support/looks/late-fonts.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { usualSystem } from "#tests/support/machine/system-fonts.ts";

// Tests with the tag `@all-fonts` also run without any font that the page names: see `playwright.config.ts`.
const inAllFonts = { tag: "@all-fonts" };
const widths = [360, 1280];
const otherPaths = [words.paths.privacy, unknownPath];

/** Hides the floating button, because it appears and disappears by itself, as `sign-up/floating.spec.ts` shows. */
const withoutFloatingButton = ".floating-cta { display: none !important; }";

for (const width of widths) {
  // Most lines break in the narrow window, so the other fonts are tried only there.
  const inFonts = width === 360 ? inAllFonts : {};
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

    test(
      "nothing moves when the fonts come late, nor in scrolling down and up",
      inFonts,
      async ({ page }) => {
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
      },
    );
  });
}

test("nothing in view moves when the fonts come at the questions or in the middle", async ({
  page,
}) => {
  for (const [address, top] of [
    ["/#perguntas", undefined],
    ["/", 3_000],
  ] as const) {
    const release = await openWithoutFonts(page, address);
    await waitForSections(page);
    if (top !== undefined) await scrollPage(page, top);
    await hydrateByUse(page);
    // Scroll anchoring is turned off, because Safari before 27 does not have it.
    await setReaderStyle(page, `html { overflow-anchor: none; } ${withoutFloatingButton}`);
    const before = await textsInView(page);
    release();
    await waitForFonts(page);
    expect(await textsInView(page), address).toEqual(before);
  }
});

/** On these widths, tests without any of the page's fonts show what would move. */
const smallPhones = [320, 360, 375];
/** A small phone, usual phones, a tablet and a desktop. */
const usualWidths = [320, 360, 390, 768, 1280];
const textsOfFirstScreen =
  ".page-header :is(a, label), .hero :is(p, .button, .hidden-price__label)";

test(
  "nothing moves when the font of its texts comes behind the first screen",
  inAllFonts,
  async ({ page }, { project }) => {
    const isUsual = project.name.endsWith(usualSystem);
    await recordLayoutShifts(page);
    for (const width of isUsual ? usualWidths : smallPhones) {
      await page.setViewportSize({ width, height: 800 });
      const document = await startTwoPartDocument('<span id="first-screen-end"></span>');
      await page.route(`${document.url}**`, (route) => route.continue());
      await page.goto(document.url, { waitUntil: "commit" });
      await expect(page.locator("#first-screen-end")).toBeAttached();
      await waitForPaint(page);
      const before = await startsInView(page);
      document.sendRest();
      await expect(page.locator("footer")).toBeAttached();
      await waitForPaint(page);
      const after = await startsInView(page);
      expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
      const isStill = (top: number, line: number) => Math.abs(top - (before[line]?.top ?? 0)) < 1.5;
      const moved = after.filter(({ top }, line) => !isStill(top, line));
      expect(moved, `at ${width} px`).toEqual([]);
      expect(await layoutShifts(page)).toEqual([]);
      const texts = page.locator(textsOfFirstScreen);
      if (isUsual)
        await expect(texts.and(page.locator("[data-own-font]"))).toHaveCount(await texts.count());
      await page.goto("about:blank");
      document.stop();
    }
  },
);

/** Each line of text on the first screen: where it begins, and its words. */
async function startsInView(page: Page) {
  const lines = await textsInView(page);
  const sections = lines.findIndex(({ text }) => words.lessons.title.startsWith(text));
  const inFirstScreen = sections < 0 ? lines : lines.slice(0, sections);
  return inFirstScreen.map(({ text, top }) => ({ text, top }));
}

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "nothing moves when the fonts of a page come late",
    inAllFonts,
    async ({ page, pageConsole }) => {
      pageConsole.allow(failedLoad(404));
      for (const [path, width] of [
        ["/", 360],
        ["/", 1280],
        ...otherPaths.map((path) => [path, 360] as const),
      ] as const)
        await expectNoMoveBy(page, await openWithoutFonts(page, path, width));
    },
  );
});

async function openWithoutFonts(page: Page, address: string, width?: number): Promise<() => void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 800 });
  const release = await holdFonts(page);
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await waitForPaint(page);
  return release;
}

async function expectNoMoveBy(page: Page, release: () => void): Promise<void> {
  const before = await textsInView(page);
  release();
  await page.waitForLoadState();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await waitForPaint(page);
  expect(await textsInView(page), page.url()).toEqual(before);
}
