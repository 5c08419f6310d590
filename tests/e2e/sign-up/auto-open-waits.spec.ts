import { expect } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openBeforeHydration, openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  field,
  leadPopup,
  lesson,
  pageForm,
  questions,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

test.use({ popupOpensByItself: true });

const [{ title }] = words.lessons.lessons;
/** A time in milliseconds that is longer than any delay after which the page opens the popup. */
const longAfterMs = 60_000;

test("the popup waits while another dialog is open, and opens when that is closed", async ({
  page,
}) => {
  await openBeforeHydration(page);
  await page.locator("body").evaluate((body) => {
    const other = body.ownerDocument.createElement("dialog");
    other.textContent = "Another dialog";
    body.append(other);
    other.showModal();
  });
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await page.clock.runFor(1_000);
  await expect(leadPopup(page)).toBeVisible();
});

test("the popup waits while a video plays", async ({ page }) => {
  await openLanding(page);
  await lesson(page, title).click();
  await expect(page.getByTitle(title, { exact: true })).toBeVisible();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("the popup waits while the visitor is in a field, and opens when they leave it empty", async ({
  page,
}) => {
  await openLanding(page);
  await field(pageForm(page), "name").focus();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await field(pageForm(page), "name").blur();
  await page.clock.runFor(1_000);
  await expect(leadPopup(page)).toBeVisible();
});

test("the popup waits while something is being pressed, and the press does what it was for", async ({
  page,
}) => {
  await openLanding(page);
  const [{ question, answer }] = words.faq.questions;
  await questions(page).getByText(question).hover();
  await page.mouse.down();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await page.mouse.up();
  await expect(questions(page).getByText(answer)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(leadPopup(page)).toBeVisible();
});

test("the popup does not come between what was typed in the page and the consent", async ({
  page,
}) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  // Take the focus away from the check box, as Safari does when a visitor presses a check box or a button.
  await consentBox(page).blur();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});
