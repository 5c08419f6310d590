import { expect, type Locator, type Request } from "@playwright/test";
import { failedLoad, failedSignUp } from "#tests/support/browser/complaints.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeToast,
  field,
  openLeadPopup,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { bia } from "#tests/support/people.ts";

const { form } = words.messages;

const presses = [
  { what: "a double click", press: (popup: Locator) => submitButton(popup).dblclick() },
  {
    what: "Enter and a click",
    press: async (popup: Locator) => {
      await field(popup, "name").press("Enter");
      await submitButton(popup).click();
    },
  },
  { what: "ten clicks", press: (popup: Locator) => submitButton(popup).click({ clickCount: 10 }) },
];

for (const { what, press } of presses)
  test(`${what} sends one request, and the button says that it is busy`, async ({ page }) => {
    const { answer, release } = heldAnswer();
    const requests = await answerLeads(page, answer);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await fillIn(popup, visitor());
    const button = submitButton(popup);
    await press(popup);

    await expect(button).toHaveText(form.sending);
    await expect(button).toHaveAttribute("aria-busy", "true");
    release();
    await expect(successPopup(page)).toBeVisible();
    expect(requests).toHaveLength(1);
    await page.keyboard.press("Escape");
    await inviteAgain(page);
    await openLeadPopup(page);
    await expect(button).toHaveText(form.submit, { useInnerText: true });
    await expect(button).toHaveAttribute("aria-busy", "false");
  });

test("the same answers keep their idempotency key, also after a reload, and other answers get another key", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(500), failedSignUp("500")]);
  const requests = await answerLeads(page, (route) => route.fulfill({ status: 500, json: {} }));
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  const failed = sendFailedToast(popup);
  await submitButton(popup).click();
  await expect(failed).toBeVisible();
  await closeToast(popup).click();
  await submitButton(popup).click();
  await expect(failed).toBeVisible();

  await reloadLanding(page);
  await expect(popup).toBeVisible();
  await submitButton(popup).click();
  await expect(failed).toBeVisible();
  await closeToast(popup).click();
  await field(popup, "name").fill(bia.name);
  await submitButton(popup).click();
  await expect(failed).toBeVisible();

  const [first, second, third, fourth] = requests.map(keyOf);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test("a second sign-up with the same e-mail succeeds too, under another key", async ({ page }) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  for (let times = 0; times < 2; times += 1) {
    const popup = await openLeadPopup(page);
    await expect(field(popup, "email")).toHaveValue("");
    await fillIn(popup, ana);
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await inviteAgain(page);
  }
  expect(new Set(requests.map(keyOf)).size).toBe(2);
});

function keyOf(request: Request): string | undefined {
  return request.headers()["idempotency-key"];
}
