import { expect, type Page } from "@playwright/test";
import {
  failedLoad,
  failedModule,
  failedSignUp,
  lostConnection,
} from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import {
  hydrateByUse,
  openWhileReactLoads,
  waitForScript,
} from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  field,
  leadPopup,
  openLeadPopup,
  receivedHeading,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const view = { "view none": 1 };

test("each step counts once, also after a failure, a reload, a double click", async ({
  page,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(503), failedSignUp("503")]);
  await openCounted(page, steps);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await answerLeads(page, (route) => route.fulfill({ status: 503, json: {} }));
  await submitButton(popup).click();
  await expect(sendFailedToast(popup)).toBeVisible();
  await page.reload();
  await expect(popup).toBeVisible();
  await closeButton(popup).click();
  await openLeadPopup(page);
  const { answer, release } = heldAnswer();
  await answerLeads(page, answer);
  await submitButton(popup).dblclick();
  release();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  await expect.poll(steps).toEqual({
    "view none": 2,
    "popup-opened popup": 2,
    "form-begun popup": 1,
    "sent popup": 2,
    "error-shown popup": 1,
  });
});

test("a form that is posted before hydration counts as begun and sent", async ({
  page,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([lostConnection, failedModule]);
  await page.route("**/assets/islands-*.js", (route) => route.abort());
  await page.goto("/");
  await expect.poll(steps).toEqual(view);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  await expect
    .poll(steps)
    .toEqual({ ...view, "popup-opened popup": 1, "form-begun popup": 1, "sent popup": 1 });
});

test("the view is reported after the load event, also of a page in use", async ({
  page,
  recorder,
  steps,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/late.png", (route) => released.then(() => route.fulfill({ status: 204 })));
  // A page that waits for a picture is not loaded yet.
  await page.addInitScript({ content: 'new Image().src = "/late.png"' });
  await page.goto("/", { waitUntil: "commit" });
  await hydrateByUse(page);
  expect(recorder.reports).toEqual([]);
  release();
  await expect.poll(steps).toEqual({ "view none": 1 });
});

test("a report names a listed source, and nothing typed or in a link", async ({
  page,
  recorder,
  steps,
}) => {
  const canary = "canary/assets/canary.js";
  const link = `/?utm_source=IG&utm_campaign=${canary}&utm_content=${canary}#${canary}`;
  await openCounted(page, steps, link);
  const typed = { name: canary, email: "canary@example.com", whatsapp: "11 98765-4321" };
  await fillIn(await openLeadPopup(page), typed);
  await leave(page);
  await expect.poll(() => recorder.reports).toHaveLength(2);
  expect(recorder.reports.map(({ source }) => source)).toEqual(["instagram", "instagram"]);
  expect(JSON.stringify(recorder.reports)).not.toMatch(/canary|98765/);
});

test("a form that breaks stands again without script, with its texts, and counts as an error", async ({
  page,
  site,
  steps,
  pageConsole,
}) => {
  pageConsole.allow(/^AbortController is not defined$/);
  await page.addInitScript("delete globalThis.AbortController");
  const ana = visitor();
  const load = await openWhileReactLoads(page);
  await fillIn(await openLeadPopup(page), ana);
  await load();
  await expect.poll(() => pageConsole.complaints().length).toBeGreaterThan(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(leadPopup(page)).toBeVisible();
  await expectAnswers(leadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(receivedHeading(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  await expect.poll(() => steps()["error-shown none"]).toBeGreaterThan(0);
});

test("steps are reported once, when the visitor leaves", async ({ page, steps }) => {
  await openCounted(page, steps);
  await field(await openLeadPopup(page), "name").fill("Ana");
  for (const _ of [1, 2]) await hideAndShow(page);
  const reported = { "view none": 1, "popup-opened popup": 1, "form-begun popup": 1 };
  await expect.poll(steps).toEqual(reported);
  await leave(page);
  // A report of the visit that has ended would come before that of the next one.
  await page.goto("/");
  await expect.poll(steps).toEqual({ ...reported, "view none": 2 });
});

test("a page prepared in advance reports its view when the visitor comes", async ({
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

test("a page that cannot count signs visitors up", async ({ page, recorder }) => {
  await page.addInitScript("delete Navigator.prototype.sendBeacon");
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
  await openLeadPopup(page);
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

/** Opens the landing page, and waits until its view has been reported. */
async function openCounted(
  page: Page,
  steps: () => Record<string, number>,
  address = "/",
): Promise<void> {
  await page.goto(address);
  await waitForScript(page);
  await hydrateByUse(page);
  await expect.poll(() => steps()["view none"]).toBe(1);
}

async function leave(page: Page): Promise<void> {
  await page.goto(words.paths.terms);
}

/** Makes the page believe that the visitor looked at another tab: the browser of a test shows all of its tabs. */
async function hideAndShow(page: Page): Promise<void> {
  for (const hidden of [true, false])
    await page.evaluate(`{
      Object.defineProperty(document, "hidden", { get: () => ${hidden}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }`);
}
