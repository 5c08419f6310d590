import { expect } from "@playwright/test";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { hydrate, openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  leadPopup,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  sendFromPopup,
  showUnsentSignUp,
} from "#tests/support/browser/popup-states.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

/** Closes the popup, and leaves the page before the browser shows another frame. */
const closeAndLeave = `
  addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
  document.querySelector("dialog[open]").close();
  location.reload();`;

test("a popup that was closed after a failure stays closed after a reload, and still has the answers", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  const ana = visitor();
  await openLanding(page);
  const popup = await showUnsentSignUp(page, ana);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();

  await page.goto(words.paths.terms);
  await page.goto("/");
  await hydrate(page);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await openLeadPopup(page);
  await expectAnswers(popup, ana);
});

test("a popup that was closed in the moment before leaving stays closed", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  await openLanding(page);
  await showUnsentSignUp(page);
  await page.evaluate(closeAndLeave);
  await page.waitForLoadState();
  await hydrate(page);
  await expect(leadPopup(page)).toBeHidden();
});

test("a reload before the answer loses nothing either", async ({ page, site }) => {
  await answerLeads(page, () => {});
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expect(submitButton(popup)).toHaveText(words.messages.form.sending);
  await reloadLanding(page);
  await expect(popup).toBeVisible();
  await expectAnswers(popup, ana);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test("after a success the popup is empty", async ({ page }) => {
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());
  await expect(successPopup(page)).toBeVisible();
  await reloadLanding(page);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await inviteAgain(page);
  await openLeadPopup(page);
  await expectAnswers(popup, { name: "", email: "", whatsapp: "" });
});

test("answers that could not be sent do not appear in another tab", async ({
  page,
  context,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  await openLanding(page);
  await showUnsentSignUp(page);
  const another = await context.newPage();
  await openLanding(another);
  await expect(leadPopup(another)).toBeHidden();
  await expectAnswers(await openLeadPopup(another), { name: "", email: "", whatsapp: "" });
});

test("in a browser that forbids storage, a failure still keeps the answers and their idempotency key", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  await forbidStorage(page);
  const requests = await answerLeads(page, (route) => route.abort());
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expectFailure(popup);
  await expectAnswers(popup, ana);
  const retries = await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  const keys = [...requests, ...retries].map((request) => request.headers()["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
