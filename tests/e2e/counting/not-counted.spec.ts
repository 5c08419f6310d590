import { expect, type Page } from "@playwright/test";
import { leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { openLeadPopup, submitButton, successPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

test("the preview of a phase reports nothing", async ({ page, recorder }) => {
  await serveInPhase(page, "live");
  await page.goto("/");
  await hydrateByUse(page);
  await page.waitForLoadState("networkidle");
  await leave(page);
  await page.waitForLoadState("networkidle");
  expect(recorder.reports).toEqual([]);
});

test("a page that a browser prepares in advance reports its view once, when the visitor comes to it", async ({
  page,
  recorder,
  steps,
}) => {
  await page.route("/links", (route) => route.fulfill({ contentType: "text/html", body: links }));
  await page.goto("/links");
  await expect.poll(() => recorder.prerendered).toContain("/?utm_source=ig");
  expect(recorder.reports).toEqual([]);
  await page.getByRole("link").click();
  await expect.poll(steps).toEqual({ "view none": 1 });
});

test("a browser without beacons shows the page, and reports nothing", async ({
  page,
  recorder,
}) => {
  await page.addInitScript({ content: "delete Navigator.prototype.sendBeacon" });
  await page.goto("/");
  await hydrateByUse(page);
  await leave(page);
  expect(recorder.reports).toEqual([]);
});

test("a page whose counting fails signs visitors up", async ({ page, recorder, pageConsole }) => {
  pageConsole.allow(/includes/);
  await page.addInitScript("delete PerformanceObserver.supportedEntryTypes");
  await page.goto("/");
  await hydrateByUse(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  expect(recorder.reports).toEqual([]);
});

test("the counting leaves nothing in the browser", async ({ page, context, steps, recorder }) => {
  await openCounted(page, steps);
  await leave(page);
  await expect.poll(() => recorder.reports).toHaveLength(2);
  expect(await context.cookies()).toEqual([]);
  expect(await stored(page)).toEqual({ local: [], tab: ["popup-opened"], databases: 0, caches: 0 });
});

const links = `<!doctype html><title>Links</title><a href="/?utm_source=ig">the page</a>
<script type="speculationrules">{"prerender":[{"source":"list","urls":["/?utm_source=ig"]}]}</script>`;

/** What this browser keeps for the site. The popup is kept away by the only value. */
function stored(page: Page): Promise<unknown> {
  return page.evaluate(`(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))()`);
}
