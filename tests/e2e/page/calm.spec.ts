import { expect, type Page } from "@playwright/test";
import { failedLoad, failedScript, lostConnection } from "#tests/support/browser/complaints.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, pointAtForm, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  legalPaths,
  malformedPath,
  receivedPath,
  unknownPath,
  unknownPathLog,
} from "#tests/support/browser/other-pages.ts";
import {
  calmBox,
  calmSwitch,
  openLeadPopup,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, retry, testimonials } = words;

test("the calm mode is remembered over a reload, on and off", async ({ page }) => {
  await openLanding(page);
  await expect(calmBox(page)).not.toBeChecked();
  await calmSwitch(page).click();
  await reloadLanding(page);
  await expect(calmBox(page)).toBeChecked();
  await calmSwitch(page).click();
  await reloadLanding(page);
  await expect(calmBox(page)).not.toBeChecked();
});

test("the calm mode hides the ornaments and shows them again", async ({ page }) => {
  await page.goto("/");
  await expect(ornaments(page)).toHaveCount(2);
  await calmSwitch(page).click();
  await expect(ornaments(page)).toHaveCount(0);
  await calmSwitch(page).click();
  await expect(ornaments(page)).toHaveCount(2);
});

test("in calm mode the popup does not open by itself, and the page loses no words", async ({
  page,
}) => {
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await calmSwitch(page).click();
  await page.clock.runFor(60_000);
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.getByRole("main").allInnerTexts()).toEqual(before);
});

for (const { path, complaints } of [
  { path: receivedPath, complaints: [] },
  { path: unknownPath, complaints: [failedLoad(404)] },
  { path: malformedPath, complaints: [failedLoad(400)] },
])
  test(`the calm mode holds on ${path} too`, async ({ page, pageConsole }) => {
    pageConsole.allow(complaints);
    if (path === unknownPath) pageConsole.allow(unknownPathLog);
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(1);
    await openCalmLanding(page);
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(0);
    await page.goto("/");
    await expect(calmBox(page)).toBeChecked();
    await calmSwitch(page).click();
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(1);
  });

for (const path of legalPaths)
  test(`the calm mode holds on ${path}`, async ({ page }) => {
    await openCalmLanding(page);
    await page.goto(path);
    await expect(page.locator("html[data-calm]")).toHaveCount(1);
  });

test("the calm mode holds on the page that refuses a sign-up sent without the script", async ({
  page,
  pageConsole,
}) => {
  await openCalmLanding(page);
  await page.route("**/assets/hydrate-*.js", (route) => route.abort());
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor({ name: " " }));
  await submitButton(popup).click();
  await expect(page.getByRole("heading", { name: retry.title, exact: true })).toBeVisible();
  await expect(ornaments(page)).toHaveCount(0);
  pageConsole.allow(lostConnection);
  pageConsole.allow(failedScript);
  pageConsole.allow(failedLoad(422));
});

test("the calm mode holds when the page breaks", async ({ page, pageConsole }) => {
  pageConsole.allow(/AbortController/);
  await openCalmLanding(page);
  await page.addInitScript("delete globalThis.AbortController");
  await page.goto("/");
  await pointAtForm(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(messages.unexpectedError.title);
  await expect(ornaments(page)).toHaveCount(0);
});

test("in calm mode the arrows of the testimonials scroll without an animation", async ({
  page,
}) => {
  await openCalmLanding(page);
  const region = page.getByRole("region", { name: testimonials.carousel, exact: true });
  await expect(region.getByRole("list")).toHaveCSS("scroll-behavior", "auto");
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the calm mode works for the page that is open", async ({ page }) => {
    await page.goto("/");
    await calmSwitch(page).click();
    await expect(calmBox(page)).toBeChecked();
    await expect(ornaments(page)).toHaveCount(0);
  });
});

test("in a browser that forbids storage the calm mode works for the open page", async ({
  page,
}) => {
  await forbidStorage(page);
  await openCalmLanding(page);
  await expect(calmBox(page)).toBeChecked();
  await expect(ornaments(page)).toHaveCount(0);
});

async function openCalmLanding(page: Page): Promise<void> {
  await openLanding(page);
  await calmSwitch(page).click();
}

/** The visible drawings outside links and buttons. Screen readers skip them, so a test cannot find them by a role. */
function ornaments(page: Page) {
  return page.locator("svg:not(a *, button *)").filter({ visible: true });
}
