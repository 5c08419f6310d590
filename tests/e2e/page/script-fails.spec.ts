import { expect } from "@playwright/test";
import { failedLoad, failedModule, lostConnection } from "#tests/support/browser/complaints.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { stopClock, waitForScript } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import { openLeadPopup, submitButton } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

const retryMs = 3_000;
const islands = "**/assets/islands-*.js";
/** The page's own line in the console about its first script, with the HTTP status of the response. */
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

test("without its islands the page logs it and still signs visitors up", async ({
  page,
  site,
  pageConsole,
}) => {
  pageConsole.allow([lostConnection, failedModule]);
  const ana = visitor();
  const uncaught: Error[] = [];
  page.on("pageerror", (error) => uncaught.push(error));
  await page.route(islands, (route) => route.abort());
  await page.goto("/");
  await waitForScript(page);
  const popup = await openLeadPopup(page);
  const logged = () => pageConsole.complaints().some((one) => failedModule.test(one));
  await expect.poll(logged).toBe(true);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(ana);
  expect(uncaught).toEqual([]);
});
