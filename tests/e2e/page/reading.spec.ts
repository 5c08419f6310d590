import { expect, type Page, type Request } from "@playwright/test";
import { overrun, type Weight } from "#tests/budgets.ts";
import { openBeforeHydration, waitForHydration } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  field,
  heroCall,
  leadPopup,
  pageForm,
} from "#tests/support/browser/page-parts.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";

const longAfterMs = 60_000;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 412, height: 823 }, hasTouch: true });

  test("a visitor who reads the page to its end, closes the popup and leaves loads little script", async ({
    page,
  }) => {
    const scripts = recordScripts(page);
    await openBeforeHydration(page);
    await scrollToEnd(page);
    await page.clock.runFor(longAfterMs);
    await closeButton(leadPopup(page)).tap();
    await expect(leadPopup(page)).toBeHidden();
    await page.waitForLoadState("networkidle");
    // The page fetches its script and then imports it from the cache: these two requests are one file.
    const files = new Map(scripts.map((request) => [request.url(), request]));
    const weights = await Promise.all([...files.values()].map(weigh));
    expect(weights.length).toBeGreaterThan(0);
    expect(overrun("script of a reading visit", weights)).toBeUndefined();
  });

  test("a finger on a call to action loads the script of the forms", async ({ page }) => {
    await expectHydrationBy(page, () => heroCall(page).tap());
  });
});

test("the pointer over a call to action loads the script of the forms before a press", async ({
  page,
}) => {
  await expectHydrationBy(page, () => heroCall(page).hover());
});

test("the keyboard's focus on a call to action loads the script of the forms", async ({ page }) => {
  await expectHydrationBy(page, () => heroCall(page).focus());
});

test("the pointer over the form in the page loads the script of the forms", async ({ page }) => {
  await expectHydrationBy(page, () => field(pageForm(page), "email").hover());
});

test("the focus in a field of the popup that opened by itself loads the script of the forms", async ({
  page,
}) => {
  await expectHydrationBy(page, async () => {
    await page.clock.runFor(longAfterMs);
    await field(leadPopup(page), "name").focus();
  });
});

/** Expects that React waits for the given use of the page, and that the use hydrates the page. */
async function expectHydrationBy(page: Page, use: () => Promise<void>): Promise<void> {
  const scripts = recordScripts(page);
  const isOfForms = (request: Request) => /assets\/(?:react|islands)-/.test(request.url());
  await openBeforeHydration(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.filter(isOfForms)).toEqual([]);
  await use();
  await waitForHydration(page);
  expect(scripts.filter(isOfForms)).toHaveLength(2);
}

/** The requests for scripts from now on. */
function recordScripts(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().endsWith(".js")) requests.push(request);
  });
  return requests;
}

async function weigh(request: Request): Promise<Weight> {
  const { responseBodySize } = await request.sizes();
  return { name: new URL(request.url()).pathname, bytes: responseBodySize };
}
