import { expect } from "@playwright/test";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  leadPopup,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  sendFromPopup,
  showUnstoredSignUp,
  unstoredComplaints,
} from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

// `site/capture/sign-up.test.ts` has all the answers that count as failures.

const { form } = words.messages;

test("answers that were not sent stay, over a reload too, until it works", async ({
  page,
  context,
  site,
  pageConsole,
}) => {
  pageConsole.allow([...unstoredComplaints, ...unsentSignUp]);
  const ana = visitor();
  await openLanding(page);
  const popup = await showUnstoredSignUp(page, ana);
  await expectAnswers(popup, ana);
  expect(site.submissions()).not.toContainEqual(ana);

  await reloadLanding(page);
  await expect(popup).toBeVisible();
  await expectAnswers(popup, ana);
  await test.step("another tab has them too, in a closed popup", async () => {
    const another = await context.newPage();
    await answerLeads(another, (route) => route.abort());
    await openLanding(another);
    await expect(leadPopup(another)).toBeHidden();
    await expectAnswers(await openLeadPopup(another), ana);
    await another.close();
  });
  await test.step("a reload before the answer loses nothing either", async () => {
    await answerLeads(page, () => {});
    await submitButton(popup).click();
    await expect(submitButton(popup)).toHaveText(form.sending, { useInnerText: true });
    await reloadLanding(page);
    await expect(popup).toBeVisible();
    await expectAnswers(popup, ana);
    // The request had no answer when the page was left: the new page sends it again.
    await expect(submitButton(popup)).toHaveText(form.sending, { useInnerText: true });
  });

  await answerLeads(page);
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  for (const secret of Object.values(ana))
    expect(pageConsole.complaints().join("\n")).not.toContain(secret);
});

test("without storage a failure still keeps the answers and their key", async ({
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
  await expect(popup.getByText(form.waits)).toBeHidden();
  const retries = await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  const keys = [...requests, ...retries].map((request) => request.headers()["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
