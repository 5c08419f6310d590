import { expect } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  consentBox,
  field,
  heroCall,
  heroLink,
  leadPopup,
  pageForm,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

test("a visitor signs up from the hero and is in the database", async ({ page, site }) => {
  const ana = visitor();
  await page.goto("/");
  await heroCall(page).click();
  await fillIn(leadPopup(page), ana);
  await page.waitForLoadState("networkidle");
  await submitButton(leadPopup(page)).click();

  await expect(successPopup(page)).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(site.submissions()).toContainEqual(ana);
});

test("the popup opens and keeps the typed text while the script is still loading", async ({
  page,
}) => {
  const ana = visitor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await heroCall(page).click();
  const popup = leadPopup(page);
  await field(popup, "name").fill(ana.name);

  const hydrated = page.waitForResponse(/islands.*\.js/);
  release();
  await (await hydrated).finished();
  await expect(field(popup, "name")).toHaveValue(ana.name);
  await field(popup, "email").fill(ana.email);
  await field(popup, "whatsapp").fill(ana.whatsapp);
  await submitButton(popup).click();
  await expect(page.getByRole("heading", { name: words.messages.success.title })).toBeVisible();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a call to action leads to the form, which posts and shows the page for a received sign-up", async ({
    page,
    site,
  }) => {
    const ana = visitor();
    await page.goto("/");
    await heroLink(page).click();
    await expect(field(pageForm(page), "name")).toBeInViewport();
    await fillIn(pageForm(page), ana);
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();

    await expect(page).toHaveURL(receivedAddress);
    expect(site.submissions()).toContainEqual(ana);
  });
});
