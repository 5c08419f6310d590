import { expect, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/keep-popup-away.ts";
import { openStopped, wake } from "#tests/support/landing.ts";
import { layoutShifts, noteLayoutShifts } from "#tests/support/layout-shifts.ts";
import { scenesCame } from "#tests/support/scenes-came.ts";
import { scrollToEnd } from "#tests/support/scroll-to-end.ts";
import { test } from "#tests/support/site-test.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("nothing moves while the page loads, wakes and is scrolled through", async ({ page }) => {
      await noteLayoutShifts(page);
      await openStopped(page);
      await scenesCame(page);
      await wake(page);
      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual([]);
    });

    for (const path of ["/", "/politica-privacidade", "/nao-existe"]) {
      test(`nothing moves when the letters of ${path} come late`, async ({ page, complaints }) => {
        await noteLayoutShifts(page);
        const release = await holdFonts(page);
        await page.goto(path, { waitUntil: "commit" });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await painted(page);
        release();
        await page.waitForLoadState();
        await page.locator("html").evaluate((html) => html.ownerDocument.fonts.ready);
        await scrollToEnd(page);
        expect(await layoutShifts(page)).toEqual([]);
        complaints.length = 0;
      });
    }
  });
}

async function holdFonts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Until the page has been painted. */
async function painted(page: Page) {
  await page.locator("html").evaluate(
    (html) =>
      new Promise((done) => {
        const { defaultView: view } = html.ownerDocument;
        view.requestAnimationFrame(() => view.requestAnimationFrame(done));
      }),
  );
}
