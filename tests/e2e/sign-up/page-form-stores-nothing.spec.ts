import { expect } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  field,
  pageForm,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { testOfVariant } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const test = testOfVariant({
  file: "content/launch.ts",
  from: /inPageFormSends: (?:true|false)/,
  to: "inPageFormSends: false",
});

const { toasts } = words.messages;
const longAfterMs = 60_000;

test("set to send nothing, the page's form confirms the sign-up with a toast all the same", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const status = page.getByRole("status");
  await expect(signedUpToast(page)).toBeVisible();
  await expect(status.getByText(toasts.signedUp.text, { exact: true })).toBeVisible();
  await expect(page.getByText(toasts.consentMissing.title)).toHaveCount(0);
  await expect(field(pageForm(page), "name")).toHaveValue("");
  await expect(consentBox(page)).not.toBeChecked();
  await page.clock.runFor(longAfterMs);
  await expect(successPopup(page)).toBeHidden();
  expect(requests).toEqual([]);
  expect(site.submissions()).not.toContainEqual(ana);
});
