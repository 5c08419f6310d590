import { expect, type Locator, type Page } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { fillStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { leadPopup, submitButton, successPopup } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import {
  expectSteps,
  firstScreen,
  groupLink,
  inviteAgain,
  savedSignUp,
  saveSignUp,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages } = words;

test("a visitor who has signed up can sign up another person in the popup, by keyboard too", async ({
  page,
  site,
}) => {
  const bia = visitor();
  await saveSignUp(page);
  await openLanding(page);
  const call = page.getByRole("button", { name: messages.signedUp.anotherCall, exact: true });
  await call.press("Enter");
  await fillIn(leadPopup(page), bia);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(bia);
  await page.keyboard.press("Escape");
  await expect(call).toBeFocused();
});

test("after two sign-ups in one tab all links lead to the group of the second person", async ({
  page,
}) => {
  await openLanding(page);
  const first = await signUp(page);
  await page.keyboard.press("Escape");
  await inviteAgain(page);
  const second = await signUp(page);
  expect(second.group).not.toBe(first.group);
  await expect(groupLink(second.popup)).toHaveAttribute("href", second.group);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", second.group);
  await reloadLanding(page);
  await expectSteps(page, second.group);
});

test("in a browser whose storage is full a sign-up counts before an older one", async ({
  page,
}) => {
  await saveSignUp(page, { year: savedSignUp.year - 1 });
  await openLanding(page);
  await fillStorage(page);
  const { group, popup } = await signUp(page);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await page.evaluate("document.querySelector('#success-popup').showModal()");
  await expect(groupLink(popup)).toHaveAttribute("href", group);
});

/** Signs up in the popup. Returns the group of the answer, and the success popup. */
async function signUp(page: Page): Promise<{ group: string; popup: Locator }> {
  const coming = page.waitForResponse(`**${addContactPath}`);
  const popup = await showSuccess(page);
  const { group } = await (await coming).json();
  return { group, popup };
}
