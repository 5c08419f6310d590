import { expect, type Locator, type Page } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeToast,
  consentBox,
  consentToast,
  leadPopup,
  openLeadPopup,
  pageForm,
  sendFailedToast,
  signedUpToast,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { refusalComplaints, showRefusal } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { quoted, words } from "#tests/support/browser/words.ts";

const { toasts } = words.messages;
const longAfterMs = 60_000;
const toastLifeMs = 6_000;

test("an error in the popup can be seen, reached and closed while the popup is modal", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await openLanding(page);
  const popup = await showRefusal(page);
  const alert = popup.getByRole("alert");
  await expect(alert).toMatchAriaSnapshot(`
    - alert:
      - paragraph: ${quoted(toasts.sendFailed.title)}
      - paragraph: ${quoted(toasts.sendFailed.text)}
      - button ${quoted(toasts.close)}
  `);
  await expect(sendFailedToast(popup)).toBeInViewport();
  await alert.getByText(toasts.sendFailed.text).click();
  await expect(popup).toBeVisible();
  await closeToast(alert).click();
  await expect(alert).toBeEmpty();
  await expect(popup).toBeVisible();
});

test("an error stays until it is closed, and is still visible when the visitor closes the popup", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await openLanding(page);
  const popup = await showRefusal(page);
  await page.clock.runFor(longAfterMs);
  await expect(sendFailedToast(popup)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await expect(sendFailedToast(page)).toBeVisible();
  await page.clock.runFor(longAfterMs);
  await closeToast(page).click();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("any other toast disappears after 6,000 ms, and not at 5,999", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await page.clock.runFor(toastLifeMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("any other toast can be closed earlier", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await closeToast(page).click();
  await expect(toast).toBeHidden();
});

test("a toast stays while the mouse is over it, and 6,000 ms longer", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await toast.hover();
  await page.clock.runFor(longAfterMs);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 700);
  await page.clock.runFor(toastLifeMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("a toast stays while the focus is in it", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await closeToast(page).focus();
  await page.clock.runFor(longAfterMs);
  await expect(toast).toBeVisible();
  await closeToast(page).blur();
  await page.clock.runFor(toastLifeMs);
  await expect(toast).toBeHidden();
});

test("a toast stays until both the mouse and the focus have left it", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  const close = closeToast(page);
  await toast.hover();
  await close.focus();
  await close.blur();
  await page.clock.runFor(longAfterMs);
  await expect(toast).toBeVisible();
  await close.focus();
  await page.mouse.move(0, 700);
  await page.clock.runFor(longAfterMs);
  await expect(toast).toBeVisible();
  await close.blur();
  await page.clock.runFor(toastLifeMs);
  await expect(toast).toBeHidden();
});

test("a toast about the page's form closes when the popup opens, which has no tick", async ({
  page,
}) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(consentToast(page)).toBeVisible();
  await openLeadPopup(page);
  await expect(consentToast(leadPopup(page))).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(leadPopup(page)).toBeHidden();
  await expect(consentToast(page)).toBeHidden();
});

async function signUpInPage(page: Page): Promise<Locator> {
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const toast = signedUpToast(page);
  await expect(toast).toBeVisible();
  return toast;
}
