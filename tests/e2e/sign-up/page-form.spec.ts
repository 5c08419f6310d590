import { expect } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  consentToast,
  field,
  leadPopup,
  pageForm,
  sendFailedToast,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { expectNoInvitation } from "#tests/support/browser/signed-up.ts";
import { test, testOfVariant } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

const { fieldProblems, form: formWords, toasts, wordings } = words.messages;
const longAfterMs = 60_000;
const noAnswers = { name: "", email: "", whatsapp: "" };

/** One of the two sites is the present one, and only the other one has to be built. */
const testSending = launch.inPageFormSends ? test : testWith(true);
const testSilent = launch.inPageFormSends ? testWith(false) : test;

function testWith(sends: boolean) {
  return testOfVariant({
    file: "content/launch.ts",
    from: /inPageFormSends: (?:true|false)/,
    to: `inPageFormSends: ${sends}`,
  });
}

test("the page's form asks for the fields first, and then for the tick", async ({
  page,
  context,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  const form = pageForm(page);
  await openLanding(page);
  await expect(consentBox(page)).not.toBeChecked();

  await fillIn(form, { ...ana, email: "ana@" });
  await submitButton(form).click();
  await expect(field(form, "email")).toBeFocused();
  await expect(form.getByText(fieldProblems.email.invalid)).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();

  await field(form, "email").fill(ana.email);
  await submitButton(form).click();
  const alert = page.getByRole("alert");
  await expect(consentToast(page)).toBeVisible();
  await expect(alert.getByText(toasts.consentMissing.text, { exact: true })).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  await expect(consentBox(page)).toBeInViewport();
  expect(await consentBox(page).evaluate((box) => box.matches(":focus-visible"))).toBe(true);
  await page.clock.runFor(longAfterMs);
  await expect(consentToast(page)).toBeVisible();
  await expectAnswers(form, ana);
  expect(requests).toEqual([]);

  await test.step("the tick is not remembered in the next visit", async () => {
    await consentBox(page).check();
    const nextVisit = await context.newPage();
    await openLanding(nextVisit);
    await expect(consentBox(nextVisit)).not.toBeChecked();
  });
});

testSilent(
  "set to send nothing, the page's form confirms with a toast too",
  async ({ page, site }) => {
    const requests = await answerLeads(page);
    const ana = visitor();
    await openLanding(page);
    await fillIn(pageForm(page), ana);
    await submitButton(pageForm(page)).click();
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(signedUpToast(page)).toBeVisible();
    const status = page.getByRole("status");
    await expect(status.getByText(toasts.signedUp.text, { exact: true })).toBeVisible();
    await expect(page.getByText(toasts.consentMissing.title)).toHaveCount(0);
    await expectAnswers(pageForm(page), noAnswers);
    await expect(consentBox(page)).not.toBeChecked();
    await page.clock.runFor(longAfterMs);
    await expect(successPopup(page)).toBeHidden();
    expect(requests).toEqual([]);
    expect(site.submissions()).not.toContainEqual(ana);
  },
);

testSending(
  "set to send, the page's form sends once, and nothing in it moves",
  async ({ page }) => {
    const { answer, release } = heldAnswer();
    const requests = await answerLeads(page, answer);
    const ana = visitor();
    const form = pageForm(page);
    const button = submitButton(form);
    await recordLayoutShifts(page);
    await openLanding(page);
    await fillIn(form, ana);
    await button.click();
    await expect(consentToast(page)).toBeVisible();
    expect(requests).toEqual([]);

    await consentBox(page).check();
    const top = (await button.boundingBox())?.y;
    await button.dblclick();
    await expect(button).toHaveText(formWords.sending);
    await expect(button).toHaveAttribute("aria-busy", "true");
    release();
    await expect(signedUpToast(page)).toBeVisible();
    await expect(button).toHaveText(words.signUp.submit, { useInnerText: true });
    await expect(successPopup(page)).toBeHidden();
    await expectNoInvitation(page);
    expect((await button.boundingBox())?.y).toBe(top);
    expect(await layoutShifts(page)).toEqual([]);
    expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
    expect(contextOf(requests[0])).toMatchObject({
      surface: "page",
      wording: wordings.current.consent,
    });
  },
);

testSending(
  "set to send, the page's form keeps all after a failure, until it works",
  async ({ page, site, pageConsole }) => {
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
    await expectAnswers(form, ana);
    await expect(leadPopup(page)).toBeHidden();

    await answerLeads(page);
    await consentBox(page).check();
    await submitButton(form).click();
    await expect(signedUpToast(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);
  },
);
