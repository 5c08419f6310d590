import { expect } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { test } from "#tests/support/browser/guarded-test.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { words } from "#tests/support/browser/words.ts";
import { type StaticHost, serveFolder } from "#tests/support/built/static-host.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

let pages: StaticHost;

test.beforeEach(async () => {
  pages = await serveFolder("dist");
});
test.afterEach(() => pages.stop());

test("on a static host the page fits the visitor's clock, then the host's", async ({ page }) => {
  const { start, end } = editionAt(launch.event, Date.now());
  let hostTime = start + 60_000;
  await page.clock.install({ time: hostTime });
  await page.route(`${pages.url}/`, async (route) => {
    const date = new Date(hostTime).toUTCString();
    if (route.request().method() === "HEAD") await route.fulfill({ headers: { date } });
    else await route.continue();
  });
  // A static host takes no reports, and the browser would complain about that.
  await page.route(`${pages.url}${pageReportPath}`, (route) => route.fulfill({ status: 204 }));
  await recordLayoutShifts(page);
  await page.goto(pages.url);
  await expect(page.getByText(words.phases.status.live, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toHaveText(words.phases.enter);
  // The words are right from the first paint on.
  expect(await layoutShifts(page)).toEqual([]);
  await hydrateByUse(page);
  hostTime = end + 1_000;
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByText(words.phases.status.over, { exact: true }).first()).toBeVisible();
});
