import { expect, type Locator, type Page } from "@playwright/test";
import { fillIn, setPageForm } from "#tests/support/browser/lead-form.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeToast,
  consentBox,
  pageForm,
  sendFailedToast,
  signedUpToast,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { refusalComplaints, showRefusal } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { toasts } = words.messages;
const longAfterMs = 60_000;
const toastLifeMs = 6_000;

test("an error in the modal popup stays until it is closed, any other toast stays for 6,000 ms", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await setPageForm(page, { sends: false });
  await openLanding(page);

  const popup = await showRefusal(page);
  await page.clock.fastForward(longAfterMs);
  await expect(sendFailedToast(popup)).toBeInViewport();
  await expect(submitButton(popup)).toBeInViewport({ ratio: 1 });
  await popup.getByText(toasts.sendFailed.text).click();
  await expect(popup).toBeVisible();
  await closeToast(popup).click();
  await expect(popup.getByRole("alert")).toBeEmpty();
  await expect(popup).toBeVisible();

  await test.step("also when the visitor closes the popup", async () => {
    await submitButton(popup).click();
    await expect(sendFailedToast(popup)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await page.clock.fastForward(longAfterMs);
    await expect(sendFailedToast(page)).toBeVisible();
    await closeToast(page).click();
    await expect(sendFailedToast(page)).toHaveCount(0);
  });
  await expectLastMs(page, await signUpInPage(page));
  await test.step("it can be closed earlier", async () => {
    const toast = await signUpInPage(page);
    await closeToast(page).click();
    await expect(toast).toBeHidden();
  });
  const close = closeToast(page);
  await test.step("it stays while the mouse or the focus is in it: the mouse", async () => {
    const toast = await signUpInPage(page);
    await toast.hover();
    await expectToStay(page, toast);
    await page.mouse.move(0, 700);
    await expectLastMs(page, toast);
  });
  await test.step("the focus", async () => {
    const toast = await signUpInPage(page);
    await close.focus();
    await expectToStay(page, toast);
    await close.blur();
    await expectLastMs(page, toast);
  });
});

async function signUpInPage(page: Page): Promise<Locator> {
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const toast = signedUpToast(page);
  await expect(toast).toBeVisible();
  return toast;
}

async function expectToStay(page: Page, toast: Locator): Promise<void> {
  await page.clock.fastForward(longAfterMs);
  await expect(toast).toBeVisible();
}

/** From now on the toast stays as long as one that the visitor does not use. */
async function expectLastMs(page: Page, toast: Locator): Promise<void> {
  await page.clock.runFor(toastLifeMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
}
