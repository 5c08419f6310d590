import { expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { stopClock, waitForScript } from "#tests/support/browser/open-landing.ts";
import { openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";

const retryMs = 3_000;
/** The page's console line about its first script, with the HTTP status of the response. */
const failedWith503 = /\/assets\/entry-client-\S+\.js 503$/;

test("a script that fails is requested twice more; a call works until then", async ({
  page,
  pageConsole,
}) => {
  const failures = 2;
  pageConsole.allow(failedLoad(503));
  pageConsole.allow(failedWith503);
  let requests = 0;
  const uncaught: Error[] = [];
  page.on("pageerror", (error) => uncaught.push(error));
  await page.route("**/assets/entry-client-*.js", (route) => {
    requests += 1;
    return requests <= failures ? route.fulfill({ status: 503 }) : route.continue();
  });
  await stopClock(page);
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await expect(popup).toBeVisible();
  for (const failure of [1, 2]) {
    const logged = () => pageConsole.complaints().filter((one) => failedWith503.test(one)).length;
    await expect.poll(logged).toBe(failure);
    await page.clock.runFor(retryMs);
  }
  await waitForScript(page);
  expect(uncaught).toEqual([]);
});

test("in a browser that reports no paint the script comes too", async ({ page }) => {
  await page.addInitScript("PerformanceObserver.prototype.observe = () => {}");
  await stopClock(page);
  await page.goto("/");
  await page.clock.runFor(retryMs);
  await waitForScript(page);
});
