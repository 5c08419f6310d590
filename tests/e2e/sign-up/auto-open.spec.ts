import { expect } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import {
  openBeforeHydration,
  openLanding,
  reloadLanding,
} from "#tests/support/browser/open-landing.ts";
import {
  calmBox,
  closeButton,
  consentBox,
  leadPopup,
  openLeadPopup,
  pageForm,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

test.use({ popupOpensByItself: true });

/** A time in milliseconds that is longer than any delay after which the page opens the popup. */
const longAfterMs = 60_000;
const delayMs = launch.popupDelaySeconds * 1_000;

test("the popup opens by itself after its delay, and not a millisecond before", async ({
  page,
}) => {
  await openBeforeHydration(page);
  await page.clock.runFor(delayMs - 1);
  await expect(leadPopup(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(leadPopup(page)).toBeVisible();
});

test("opened by hand and closed, the popup does not open by itself, not even after a reload", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await expect(popup).toBeVisible();
  await page.keyboard.press("Escape");
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
  await reloadLanding(page);
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
});

test("opened by itself and closed, the popup stays away for the visit", async ({ page }) => {
  await openBeforeHydration(page);
  await page.clock.runFor(launch.popupDelaySeconds * 1_000);
  await closeButton(leadPopup(page)).click();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await reloadLanding(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("the popup opens by itself again in a new visit", async ({ page, context }) => {
  await openBeforeHydration(page);
  await page.clock.runFor(launch.popupDelaySeconds * 1_000);
  await expect(leadPopup(page)).toBeVisible();
  const nextVisit = await context.newPage();
  await openBeforeHydration(nextVisit);
  await nextVisit.clock.runFor(launch.popupDelaySeconds * 1_000);
  await expect(leadPopup(nextVisit)).toBeVisible();
});

test("after a sign-up the popup does not open by itself, also not in a later visit", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());
  await closeButton(successPopup(page)).click();
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
  const nextVisit = await context.newPage();
  await openBeforeHydration(nextVisit);
  await nextVisit.clock.runFor(longAfterMs);
  await expect(leadPopup(nextVisit)).toBeHidden();
});

test("the popup does not open by itself in calm mode, nor on the next visit", async ({
  page,
  context,
}) => {
  await openBeforeHydration(page);
  await calmBox(page).check();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  const nextVisit = await context.newPage();
  await openBeforeHydration(nextVisit);
  await nextVisit.clock.runFor(longAfterMs);
  await expect(leadPopup(nextVisit)).toBeHidden();
});

test("after a sign-up in the page's form the popup does not open by itself in this visit", async ({
  page,
}) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(signedUpToast(page)).toBeVisible();
  await submitButton(pageForm(page)).blur();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("in a browser that forbids storage, a popup that was opened by hand does not open by itself", async ({
  page,
}) => {
  await forbidStorage(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await expect(popup).toBeVisible();
  await page.keyboard.press("Escape");
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
});
