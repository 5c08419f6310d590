import { expect } from "@playwright/test";
import {
  leadPopup,
  openLanding,
  openLeadPopup,
  scriptCame,
  stopClock,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { test } from "#tests/support/browser/site-test.ts";

const retryMs = 3_000;

test("an error in a first step is logged, and stops neither the others nor the hydration", async ({
  page,
  complaints,
}) => {
  await page.addInitScript(`
    Object.defineProperty(document, "referrer", { get() { throw new Error("no referrer"); } });`);
  await openLanding(page);
  await page.clock.runFor(5_000);
  await expect(leadPopup(page)).toBeVisible();
  expect(complaints).toContain("no referrer");
  complaints.length = 0;
});

test("a script that fails to load is requested twice more, and meanwhile a call opens the popup", async ({
  page,
  complaints,
}) => {
  let asked = 0;
  const uncaught: Error[] = [];
  page.on("pageerror", (error) => uncaught.push(error));
  await page.route("**/assets/hydrate-*.js", (route) => {
    asked += 1;
    return asked < 3 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await stopClock(page);
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await expect(popup).toBeVisible();
  for (const times of [1, 2]) {
    await expect.poll(() => complaints.filter((one) => one.includes("503")).length).toBe(2 * times);
    await page.clock.runFor(retryMs);
  }
  await scriptCame(page);
  expect(uncaught).toEqual([]);
  complaints.length = 0;
});

test("when the islands cannot be loaded, the page logs it and still signs visitors up", async ({
  page,
  site,
  complaints,
}) => {
  const ana = visitor();
  const uncaught: Error[] = [];
  page.on("pageerror", (error) => uncaught.push(error));
  await page.route("**/assets/islands-*.js", (route) => route.abort());
  await page.goto("/");
  await scriptCame(page);
  await expect.poll(() => complaints.join()).toContain("Failed to fetch dynamically imported");
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(page).toHaveURL("/inscricao-recebida");
  expect(site.submissions()).toContainEqual(ana);
  expect(uncaught).toEqual([]);
  complaints.length = 0;
});
