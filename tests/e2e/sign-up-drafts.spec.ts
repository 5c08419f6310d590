import { expect } from "@playwright/test";
import {
  leadPopup,
  openLanding,
  openLeadPopup,
  reloadLanding,
  successPopup,
  wake,
} from "#tests/support/browser/landing.ts";
import { expectAnswers, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { expectFailure, sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("a popup that was closed after a failure stays closed after a reload, and still knows the answers", async ({
  page,
  complaints,
}) => {
  await answerLeads(page, (route) => route.abort());
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expectFailure(popup);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();

  await page.goto("/termos-uso");
  await page.goto("/");
  await wake(page);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await openLeadPopup(page);
  await expectAnswers(popup, ana);
  complaints.length = 0;
});

test("a reload while the answer is still awaited loses nothing either", async ({
  page,
  site,
  complaints,
}) => {
  await answerLeads(page, () => {});
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expect(submitButton(popup)).toHaveText("Enviando…");
  await reloadLanding(page);
  await page.clock.runFor(50);
  await expect(popup).toBeVisible();
  await expectAnswers(popup, ana);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  complaints.length = 0;
});

test("after a success nothing comes back", async ({ page }) => {
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());
  await expect(successPopup(page)).toBeVisible();
  await reloadLanding(page);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await openLeadPopup(page);
  await expectAnswers(popup, { name: "", email: "", whatsapp: "" });
});

test("what could not be sent does not follow into another tab", async ({
  page,
  context,
  complaints,
}) => {
  await answerLeads(page, (route) => route.abort());
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());
  await expectFailure(popup);
  const another = await context.newPage();
  await openLanding(another);
  await expect(leadPopup(another)).toBeHidden();
  await expectAnswers(await openLeadPopup(another), { name: "", email: "", whatsapp: "" });
  complaints.length = 0;
});

test("where the browser forbids storage, a failure still keeps what was typed, and its key", async ({
  page,
  complaints,
}) => {
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
  complaints.length = 0;
});
