import { expect } from "@playwright/test";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  consentToast,
  leadPopup,
  pageForm,
  sendFailedToast,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { expectNoInvitation } from "#tests/support/browser/signed-up.ts";
import { testOfVariant } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

const test = testOfVariant({
  file: "content/launch.ts",
  from: /inPageFormSends: (?:true|false)/,
  to: "inPageFormSends: true",
});

const longAfterMs = 60_000;

test("set to send, the page's form sends the same lead with its consent", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();

  await expect(signedUpToast(page)).toBeVisible();
  await expect(successPopup(page)).toBeHidden();
  expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
  const context = requests[0]?.headers()["x-sign-up-context"] ?? "";
  expect(JSON.parse(decodeURIComponent(context))).toMatchObject({
    surface: "page",
    wording: words.messages.wordings.current.consent,
  });
  expect(site.submissions()).toContainEqual(ana);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("set to send, the page's form stays where it is when its sign-up takes the invitations away", async ({
  page,
}) => {
  await recordLayoutShifts(page);
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  const top = (await submitButton(pageForm(page)).boundingBox())?.y;
  await submitButton(pageForm(page)).click();
  await expect(signedUpToast(page)).toBeVisible();
  await expectNoInvitation(page);
  expect((await submitButton(pageForm(page)).boundingBox())?.y).toBe(top);
  expect(await layoutShifts(page)).toEqual([]);
});

test("set to send, the page's form sends nothing without the tick", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(consentToast(page)).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  expect(requests).toEqual([]);
});

test("set to send, the page's form sends once, and its button says that it is busy", async ({
  page,
}) => {
  const { answer, release } = heldAnswer();
  const requests = await answerLeads(page, answer);
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).dblclick();
  await expect(submitButton(pageForm(page))).toHaveText(words.messages.form.sending);
  release();
  await expect(submitButton(pageForm(page))).toHaveText(words.signUp.submit, {
    useInnerText: true,
  });
  expect(requests).toHaveLength(1);
});

test("set to send, the page's form keeps everything after a failure, also over a reload, until it works", async ({
  page,
  site,
  pageConsole,
}) => {
  pageConsole.allow(unsentSignUp);
  await answerLeads(page, (route) => route.abort());
  const ana = visitor();
  await openLanding(page);
  const form = pageForm(page);
  await fillIn(form, ana);
  await consentBox(page).check();
  await submitButton(form).click();
  await expect(sendFailedToast(page)).toBeVisible();
  await expect(consentBox(page)).toBeChecked();

  await reloadLanding(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
  await expectAnswers(form, ana);

  await answerLeads(page);
  await consentBox(page).check();
  await submitButton(form).click();
  await expect(signedUpToast(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});
