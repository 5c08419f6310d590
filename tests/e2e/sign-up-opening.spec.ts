import { expect } from "@playwright/test";
import {
  consentBox,
  leadPopup,
  openLanding,
  openLeadPopup,
  openStopped,
  pageForm,
  reloadLanding,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { test } from "#tests/support/browser/site-test.ts";

const longAfterMs = 60_000;

test("the popup opens by itself 5,000 ms after the load, and not at 4,999", async ({ page }) => {
  await openStopped(page);
  await page.clock.runFor(4_999);
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
  await openStopped(page);
  await page.clock.runFor(5_000);
  await leadPopup(page).getByRole("button", { name: "Fechar" }).click();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await reloadLanding(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("a new visit is asked again", async ({ page, context }) => {
  await openStopped(page);
  await page.clock.runFor(5_000);
  await expect(leadPopup(page)).toBeVisible();
  const nextVisit = await context.newPage();
  await openStopped(nextVisit);
  await nextVisit.clock.runFor(5_000);
  await expect(leadPopup(nextVisit)).toBeVisible();
});

test("after a sign-up the popup does not open by itself, in no later visit either", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await successPopup(page).getByRole("button", { name: "Fechar" }).click();
  await page.clock.runFor(longAfterMs);
  await expect(popup).toBeHidden();
  const nextVisit = await context.newPage();
  await openStopped(nextVisit);
  await nextVisit.clock.runFor(longAfterMs);
  await expect(leadPopup(nextVisit)).toBeHidden();
});

test("the popup does not open by itself in calm mode, nor on the next visit", async ({
  page,
  context,
}) => {
  await openStopped(page);
  await page.getByLabel("Modo calmo").check();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  const nextVisit = await context.newPage();
  await openStopped(nextVisit);
  await nextVisit.clock.runFor(longAfterMs);
  await expect(leadPopup(nextVisit)).toBeHidden();
});

test("the popup waits while another dialog is open, and opens when that is closed", async ({
  page,
}) => {
  await openStopped(page);
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
  await page.getByRole("link", { name: "Assistir à aula: Neurociência" }).click();
  await expect(page.getByTitle("Neurociência", { exact: true })).toBeVisible();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("the popup waits while the visitor is in a field, and opens when they have left it empty", async ({
  page,
}) => {
  await openLanding(page);
  await pageForm(page).getByLabel("Nome completo").focus();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await pageForm(page).getByLabel("Nome completo").blur();
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
  // Safari takes the focus away when a box or a button is pressed.
  await consentBox(page).blur();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("who has signed up in the page's form is not asked again in this visit", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page.getByRole("status").getByText("Inscrição realizada!")).toBeVisible();
  await submitButton(pageForm(page)).blur();
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("where the browser forbids storage, the popup opened by hand does not open again", async ({
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
