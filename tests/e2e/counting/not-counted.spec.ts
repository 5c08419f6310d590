import { expect, type Page } from "@playwright/test";
import { leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { openLeadPopup, submitButton, successPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

test("the preview of a phase reports nothing", async ({ page, context, recorder, steps }) => {
  await serveInPhase(page, "live");
  await page.goto("/");
  await hydrateByUse(page);
  await leave(page);
  // A report of the preview would come before that of a later visit.
  await openCounted(await context.newPage(), steps);
  expect(recorder.reports).toHaveLength(1);
});

test("a page that is prepared in advance reports its view when the visitor comes", async ({
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

test("a page that cannot count signs visitors up", async ({ context, recorder, pageConsole }) => {
  pageConsole.allow(/includes/);
  for (const missing of [
    "Navigator.prototype.sendBeacon",
    "PerformanceObserver.supportedEntryTypes",
  ]) {
    const page = await context.newPage();
    await page.addInitScript({ content: `delete ${missing}` });
    await page.goto("/");
    await hydrateByUse(page);
    const popup = await openLeadPopup(page);
    await fillIn(popup, visitor());
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    await leave(page);
    await page.evaluate("localStorage.clear()");
  }
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
