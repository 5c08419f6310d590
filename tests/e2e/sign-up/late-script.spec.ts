import { expect } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { ignoreCommands } from "#tests/support/browser/limited-browser.ts";
import { openBeforeScript, waitForHydration } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  consentBox,
  field,
  heroCall,
  heroLink,
  homeLink,
  leadPopup,
  openLeadPopup,
  pageForm,
  receivedHeading,
  signedUpToast,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

test.use({ popupOpensByItself: true });

const longAfterMs = 60_000;

test("a visitor who is faster than the script signs up without it", async ({ page, site }) => {
  const ana = visitor();
  await openBeforeScript(page);
  await sendFromPopup(page, ana);
  await expect(page).toHaveURL(receivedAddress);
  await expect(receivedHeading(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test("without commandfor a call to action leads to the form until the script comes", async ({
  page,
}) => {
  await ignoreCommands(page);
  const loadScript = await openBeforeScript(page);
  await heroLink(page).click();
  await expect(field(pageForm(page), "name")).toBeInViewport();
  await loadScript();
  await expect(heroLink(page)).toBeHidden();
  await expect(heroCall(page)).toBeVisible();
});

test("without commandfor the form to which a call led while the script was late keeps the sign-up", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await ignoreCommands(page);
  const loadScript = await openBeforeScript(page);
  await heroLink(page).click();
  await fillIn(pageForm(page), ana);
  await loadScript();
  await waitForHydration(page);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(signedUpToast(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test("after a sign-up without the script the popup does not open by itself", async ({ page }) => {
  const loadScript = await openBeforeScript(page);
  await fillIn(await openLeadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  const home = homeLink(page);
  await home.click({ noWaitAfter: true });
  await page.waitForURL("/", { waitUntil: "commit" });
  await loadScript();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("before the script the browser asks for the tick in the page's form, and the lead is stored", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openBeforeScript(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  await expect(consentBox(page)).toBeFocused();
  expect(site.submissions()).not.toContainEqual(ana);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(ana);
});

test("a popup that was opened before the script came does not open by itself afterwards", async ({
  page,
}) => {
  const loadScript = await openBeforeScript(page);
  await openLeadPopup(page);
  await loadScript();
  await page.keyboard.press("Escape");
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("a popup that was opened and closed before the script came does not open by itself either", async ({
  page,
}) => {
  const loadScript = await openBeforeScript(page);
  const popup = await openLeadPopup(page);
  await closeButton(popup).click();
  await expect(popup).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await loadScript();
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
});

test("a popup that was not opened before the script came opens by itself afterwards", async ({
  page,
}) => {
  const loadScript = await openBeforeScript(page);
  await loadScript();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeVisible();
});

test("what was typed and ticked in the page before the script came stays, and nothing covers it", async ({
  page,
}) => {
  const ana = visitor();
  const loadScript = await openBeforeScript(page);
  await fillIn(pageForm(page), ana);
  await consentBox(page).check();
  await loadScript();
  await waitForHydration(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await expect(field(pageForm(page), "email")).toHaveValue(ana.email);
  await expect(consentBox(page)).toBeChecked();
});
