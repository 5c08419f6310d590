import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  consentToast,
  field,
  heroCall,
  leadPopup,
  pageForm,
  popupHeading,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { firstScreen, groupLink, inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { success, toasts } = words.messages;

test("with the keyboard alone a visitor signs up, reaches each next step, ticks the box, and closes the toast", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openLanding(page);
  const call = heroCall(page);
  await tabTo(page, words.hero.cta);
  await expect(call).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(popupHeading(leadPopup(page))).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(closeButton(leadPopup(page))).toBeFocused();
  for (const answer of [ana.name, ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Tab");
  await expect(submitButton(leadPopup(page))).toBeFocused();
  await page.keyboard.press("Space");

  await expect(popupHeading(successPopup(page))).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(closeButton(successPopup(page))).toBeFocused();
  const { group, calendarFile, googleCalendar, voucher } = success;
  for (const name of [group, voucher, calendarFile, googleCalendar]) {
    await page.keyboard.press("Tab");
    await expect(successPopup(page).getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toBeFocused();
  expect(site.submissions()).toContainEqual(ana);

  await inviteAgain(page);
  await field(pageForm(page), "name").focus();
  await page.keyboard.type(ana.name);
  for (const answer of [ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Enter");
  await expect(consentToast(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(consentToast(page)).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  if (launch.inPageFormSends) {
    const { title } = words.messages.success;
    await expect(page.getByRole("group", { name: title, exact: true })).toBeFocused();
    return;
  }
  await expect(signedUpToast(page)).toBeVisible();

  await tabTo(page, toasts.close);
  await page.keyboard.press("Enter");
  await expect(signedUpToast(page)).toBeHidden();
  // The last link of the page, from which Tab has led to the toast, has the focus again.
  await expect(page.getByRole("link", { name: words.terms.title, exact: true })).toBeFocused();
});

/** Presses Tab until a button of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole("button", { name, exact: true }).and(page.locator(":focus"));
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`30 presses of Tab did not lead to "${name}".`);
}
