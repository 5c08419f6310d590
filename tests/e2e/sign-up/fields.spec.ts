import { expect, type Locator } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  field,
  openLeadPopup,
  pageForm,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  refusalComplaints,
  sendFromPopup,
} from "#tests/support/browser/popup-states.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { ana } from "#tests/support/people.ts";

const { fieldProblems, form } = words.messages;

test("each field that is empty or wrong has a message in Portuguese", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const [name, email] = [field(popup, "name"), field(popup, "email")];
  await submitButton(popup).click();
  for (const one of leadFields) {
    const { required } = fieldProblems[one];
    await expect(popup.getByText(required, { exact: true })).toBeVisible();
    await expect(field(popup, one)).toHaveAccessibleDescription(required);
    await expect(field(popup, one)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(name).toBeFocused();
  await name.fill("A");
  await expect(popup.getByText(fieldProblems.name.required)).toBeHidden();
  await expect(popup.getByText(fieldProblems.email.required)).toBeVisible();

  await test.step("an e-mail that the browser refuses", async () => {
    await fillIn(popup, visitor({ email: "ana@" }));
    await field(popup, "whatsapp").press("Enter");
    await expect(email).toHaveAccessibleDescription(fieldProblems.email.invalid);
    await expect(email).toBeFocused();
  });
  await test.step("a name of spaces", async () => {
    await email.fill("ana@exemplo.com");
    await name.fill("   ");
    await name.press("Enter");
    await expect(name).toHaveAccessibleDescription(fieldProblems.name.required);
    await expect(name).toBeFocused();
  });
  expect(requests).toEqual([]);
});

test("the server's message is beside its field until the visitor changes it", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  const message = fieldProblems.email.invalid;
  const { required } = fieldProblems.whatsapp;
  const fields = [
    { field: "email", code: "invalid", message },
    { field: "whatsapp", code: "required", message: required },
  ];
  await answerLeads(page, (route) =>
    route.fulfill({ status: 422, json: { ok: false, code: "invalid-lead", fields } }),
  );
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());

  await expectFailure(popup);
  const email = field(popup, "email");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(message);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(field(popup, "whatsapp")).toHaveAccessibleDescription(required);
  await expect(field(popup, "name")).toHaveAccessibleDescription("");
  await email.fill("ana@exemplo.com.br");
  await expect(popup.getByText(message)).toBeHidden();
  await expect(email).not.toHaveAttribute("aria-invalid");

  await test.step("after a success no message is left", async () => {
    await answerLeads(page);
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await inviteAgain(page);
    await openLeadPopup(page);
    await expect(popup.getByText(required)).toBeHidden();
  });
});

test("a field loses the spaces around its text, and a Brazilian number is spaced", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const name = field(popup, "name");
  await name.fill(`  ${ana.name} `);
  await name.press("Tab");
  await expect(name).toHaveValue(ana.name);
  const phone = field(popup, "whatsapp");
  for (const [typed, shown] of [
    [" 11987654321 ", "(11) 98765-4321"],
    ["+55 11 98765-4321", "+55 11 98765-4321"],
    ["0055 (11) 98765 4321", "0055 (11) 98765 4321"],
  ] as const) {
    await phone.fill("");
    await phone.pressSequentially(typed);
    await phone.blur();
    await expect(phone).toHaveValue(shown);
  }
});

test("a number that lacks something has a hint, and is sent all the same", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor({ whatsapp: "" }));
  const phone = field(popup, "whatsapp");
  const { digits, area } = form.whatsappHints;
  for (const [typed, hint] of [
    ["119", digits],
    ["987654321", area],
  ] as const) {
    await phone.fill(typed);
    await expect(popup.getByText(hint)).toBeHidden();
    await phone.blur();
    await expect(popup.getByText(hint)).toBeVisible();
  }
  await phone.fill("11987654321");
  await phone.blur();
  await expect(popup.getByText(area)).toBeHidden();

  await phone.fill("1198765");
  await pressAtOnce(submitButton(popup));
  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.postDataJSON()).toMatchObject({ whatsapp: "1198765" });
});

test("one press corrects a typing error in the e-mail's domain", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const email = field(popup, "email");
  const long = "maria.aparecida.dos.santos.de.oliveira";
  await email.fill(`${long}@gmial.com`);
  await email.press("Tab");
  await expect(popup.getByText(form.emailSuggestionIntro)).toBeVisible();
  await expect(correction(popup, `${long}@gmail.com`)).toBeInViewport({ ratio: 1 });
  expect(await popup.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await correction(popup, `${long}@gmail.com`).click();
  await expect(email).toHaveValue(`${long}@gmail.com`);
  await expect(email).toBeFocused();
  await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
  await email.press("Tab");
  await expect(popup.getByRole("button", { name: "@" })).toBeHidden();
});

test("an offered correction takes no press from what the visitor presses", async ({ page }) => {
  const requests = await answerLeads(page);
  const mistyped = visitor({ email: "ana@gmial.com" });
  await openLanding(page);

  await test.step("the box is ticked", async () => {
    await field(pageForm(page), "email").pressSequentially(mistyped.email);
    await pressAtOnce(consentBox(page));
    await expect(consentBox(page)).toBeChecked();
    await expect(correction(pageForm(page), "ana@gmail.com")).toBeVisible();
  });
  await test.step("the form is sent with the address as it was typed", async () => {
    const popup = await openLeadPopup(page);
    await fillIn(popup, { ...mistyped, email: "" });
    await field(popup, "email").pressSequentially(mistyped.email);
    await pressAtOnce(submitButton(popup));
    await expect(successPopup(page)).toBeVisible();
    expect(requests[0]?.postDataJSON()).toStrictEqual(mistyped);
    await page.keyboard.press("Escape");
    await inviteAgain(page);
    await openLeadPopup(page);
    await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
  });
});

/** Presses where the element is now: it may move as soon as the press takes the focus from a field. */
async function pressAtOnce(element: Locator): Promise<void> {
  await element.hover();
  await element.page().mouse.down();
  await element.page().mouse.up();
}

/** The button by which a visitor accepts the corrected e-mail address. */
function correction(place: Locator, email: string): Locator {
  return place.getByRole("button", {
    name: form.emailSuggestion.replace("{email}", email),
    exact: true,
  });
}
