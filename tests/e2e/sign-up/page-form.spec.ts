import { expect, type Locator, type Page } from "@playwright/test";
import { eachField } from "#lead/lead.ts";
import { failedSignUp, unsentSignUp } from "#tests/support/browser/complaints.ts";
import { expectAnswers, fillIn, setPageForm } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeToast,
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
import { refusalComplaints, showRefusal } from "#tests/support/browser/popup-states.ts";
import { expectNoInvitation, groupLink } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { expectGoodLooks } from "#tests/support/looks/check-looks.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

const { fieldProblems, form: formWords, toasts, wordings } = words.messages;
const { success } = words;
const longAfterMs = 60_000;
/** How long the page shows a toast without an error, in milliseconds. */
const toastMs = 6_000;
const noAnswers = eachField(() => "");

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
  await expect(form.getByRole("alert")).toBeEmpty();

  await field(form, "email").fill(ana.email);
  await submitButton(form).click();
  const alert = form.getByRole("alert");
  await expect(consentToast(page)).toBeVisible();
  await expect(alert.getByText(toasts.consentMissing.text, { exact: true })).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  await expect(consentBox(page)).toBeInViewport();
  expect(await consentBox(page).evaluate((box) => box.matches(":focus-visible"))).toBe(true);
  await expectGoodLooks(page);
  await page.clock.fastForward(longAfterMs);
  await expect(consentToast(form)).toBeVisible();
  await expectAnswers(form, ana);
  expect(requests).toEqual([]);

  await test.step("the toast stands between the box and the button, until the tick", async () => {
    const [box, toast, button] = await Promise.all(
      [consentBox(page), consentToast(form), submitButton(form)].map(topOf),
    );
    expect(toast).toBeGreaterThan(box ?? 0);
    expect(button).toBeGreaterThan(toast ?? 0);
    await consentBox(page).check();
    await expect(form.getByRole("alert")).toBeEmpty();
    await consentBox(page).uncheck();
  });

  await test.step("the tick is not remembered in the next visit", async () => {
    await consentBox(page).check();
    const nextVisit = await context.newPage();
    await openLanding(nextVisit);
    await expect(consentBox(nextVisit)).not.toBeChecked();
  });
});

test.describe("with a popup that may open by itself", () => {
  test.use({ popupOpensByItself: true });

  test("set to send nothing, the page's form confirms with a toast, and the popup opens filled", async ({
    page,
    site,
  }) => {
    await setPageForm(page, { sends: false });
    const requests = await answerLeads(page);
    const ana = visitor();
    await openLanding(page);
    await fillIn(pageForm(page), ana);
    await submitButton(pageForm(page)).click();
    await consentBox(page).check();
    await field(pageForm(page), "whatsapp").press("Enter");
    await expect(signedUpToast(page)).toBeVisible();
    const status = page.getByRole("status");
    await expect(status.getByText(toasts.signedUp.text, { exact: true })).toBeVisible();
    await expect(page.getByText(toasts.consentMissing.title)).toHaveCount(0);
    await expectAnswers(pageForm(page), noAnswers);
    await expect(consentBox(page)).not.toBeChecked();
    await expect(groupLink(page)).toHaveCount(0);
    await page.clock.runFor(toastMs - 1);
    await expect(leadPopup(page)).toBeHidden();
    await page.clock.runFor(longAfterMs);
    await expect(successPopup(page)).toBeHidden();
    await expect(leadPopup(page)).toBeVisible();
    await expectAnswers(leadPopup(page), ana);
    expect(requests).toEqual([]);
    expect(site.submissions()).not.toContainEqual(ana);
    await submitButton(leadPopup(page)).click();
    await expect(successPopup(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);
  });

  test("after a press that sends the popup stays away", async ({ page, pageConsole }) => {
    // The clock passes the time limit of another try, which is then aborted.
    pageConsole.allow([...unsentSignUp, failedSignUp("AbortError")]);
    await setPageForm(page, { sends: true });
    await answerLeads(page, (route) => route.abort());
    await openLanding(page);
    await fillIn(pageForm(page), visitor());
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await closeToast(pageForm(page)).click();
    await fillIn(pageForm(page), noAnswers);
    await submitButton(pageForm(page)).focus();
    await page.clock.runFor(longAfterMs);
    await expect(leadPopup(page)).toBeHidden();
  });
});

test("set to send, the page's form sends once, and a confirmation replaces it, without a toast", async ({
  page,
}) => {
  await setPageForm(page, { sends: true });
  const { answer, release } = heldAnswer();
  const requests = await answerLeads(page, answer);
  const ana = visitor();
  const form = pageForm(page);
  const button = submitButton(form);
  await recordLayoutShifts(page);
  await openLanding(page);
  await fillIn(form, ana);
  await consentBox(page).check();
  const before = await button.boundingBox();
  await button.dblclick();
  await expect(button).toHaveText(formWords.sending, { useInnerText: true });
  await expect(button).toHaveAttribute("aria-busy", "true");
  expect(await button.boundingBox()).toEqual(before);
  expect(await layoutShifts(page)).toEqual([]);
  release();
  const confirmation = page.getByRole("group", { name: success.title, exact: true });
  await expect(confirmation).toBeFocused();
  for (const name of [success.group, success.voucher])
    await expect(confirmation.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  const heading = page.getByRole("heading", { name: words.signedUp.done, exact: true });
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(successPopup(page)).toBeHidden();
  await expectNoInvitation(page);
  await page.clock.fastForward(longAfterMs);
  await expect(signedUpToast(page)).toHaveCount(0);
  await expect(page.locator("main form")).toHaveCount(0);
  await expect(confirmation).toBeVisible();
  await expectGoodLooks(page);
  expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
  expect(contextOf(requests[0])).toMatchObject({
    surface: "page",
    wording: wordings.current.consent,
  });
});

async function topOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.y ?? 0;
}

test("an error in the modal popup stays until it is closed, any other toast stays for 6,000 ms", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await setPageForm(page, { sends: false });
  await openLanding(page);

  const popup = await showRefusal(page);
  await page.clock.fastForward(longAfterMs);
  await expect(sendFailedToast(popup)).toBeInViewport();
  await expect(submitButton(popup)).toBeInViewport({ ratio: 1 });
  await popup.getByText(toasts.sendFailed.text).click();
  await expect(popup).toBeVisible();
  await closeToast(popup).click();
  await expect(popup.getByRole("alert")).toBeEmpty();
  await expect(popup).toBeVisible();

  await test.step("also when the visitor closes the popup", async () => {
    await submitButton(popup).click();
    await expect(sendFailedToast(popup)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await page.clock.fastForward(longAfterMs);
    await expect(sendFailedToast(page)).toBeVisible();
    await closeToast(page).click();
    await expect(sendFailedToast(page)).toHaveCount(0);
  });
  await expectLastMs(page, await signUpInPage(page));
  await test.step("it can be closed earlier", async () => {
    const toast = await signUpInPage(page);
    await closeToast(page).click();
    await expect(toast).toBeHidden();
  });
  const close = closeToast(page);
  await test.step("it stays while the mouse or the focus is in it: the mouse", async () => {
    const toast = await signUpInPage(page);
    await toast.hover();
    await expectToStay(page, toast);
    await page.mouse.move(0, 700);
    await expectLastMs(page, toast);
  });
  await test.step("the focus", async () => {
    const toast = await signUpInPage(page);
    await close.focus();
    await expectToStay(page, toast);
    await close.blur();
    await expectLastMs(page, toast);
  });
});

async function signUpInPage(page: Page): Promise<Locator> {
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const toast = signedUpToast(page);
  await expect(toast).toBeVisible();
  return toast;
}

async function expectToStay(page: Page, toast: Locator): Promise<void> {
  await page.clock.fastForward(longAfterMs);
  await expect(toast).toBeVisible();
}

/** Expects that the toast stays for the full time, counted from now, if the visitor does not use it. */
async function expectLastMs(page: Page, toast: Locator): Promise<void> {
  await page.clock.runFor(toastMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
}
