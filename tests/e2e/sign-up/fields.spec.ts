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

test("each field that is empty or wrong has a message, and gives help with what is typed", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const [name, email] = [field(popup, "name"), field(popup, "email")];
  const phone = field(popup, "whatsapp");
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
    await phone.press("Enter");
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
  await test.step("one press corrects a typing error in the e-mail's domain", async () => {
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
  await test.step("a field loses the spaces around its text, and a Brazilian number is spaced", async () => {
    await name.fill(`  ${ana.name} `);
    await name.press("Tab");
    await expect(name).toHaveValue(ana.name);
    await phone.fill("");
    await phone.pressSequentially(" 11987654321 ");
    await phone.blur();
    await expect(phone).toHaveValue("(11) 98765-4321");
  });
  expect(requests).toEqual([]);

  await test.step("a number that lacks something has a hint, and is sent all the same", async () => {
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

    await fillIn(popup, visitor({ whatsapp: "1198765" }));
    await pressAtOnce(submitButton(popup));
    await expect(successPopup(page)).toBeVisible();
    expect(requests[0]?.postDataJSON()).toMatchObject({ whatsapp: "1198765" });
  });
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
  const mistyped = visitor({ email: "ana@gmial.com" });
  await openLanding(page);
  await test.step("an offered correction takes no press from a box that is ticked", async () => {
    await field(pageForm(page), "email").pressSequentially(mistyped.email);
    await pressAtOnce(consentBox(page));
    await expect(consentBox(page)).toBeChecked();
    await expect(correction(pageForm(page), "ana@gmail.com")).toBeVisible();
  });

  const popup = await sendFromPopup(page, visitor());
  await expectFailure(popup);
  const email = field(popup, "email");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(message);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(field(popup, "whatsapp")).toHaveAccessibleDescription(required);
  await expect(field(popup, "name")).toHaveAccessibleDescription("");
  await email.fill("");
  await email.pressSequentially(mistyped.email);
  await expect(popup.getByText(message)).toBeHidden();
  await expect(email).not.toHaveAttribute("aria-invalid");

  await test.step("an offered correction takes no press from the button", async () => {
    const requests = await answerLeads(page);
    await pressAtOnce(submitButton(popup));
    await expect(successPopup(page)).toBeVisible();
    expect(requests[0]?.postDataJSON()).toMatchObject({ email: mistyped.email });
  });
  await test.step("after a success no message and no offer is left", async () => {
    await page.keyboard.press("Escape");
    await inviteAgain(page);
    await openLeadPopup(page);
    await expect(popup.getByText(required)).toBeHidden();
    await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
  });
});

/** Presses the element at its present position: it may move when the press takes the focus from a field. */
async function pressAtOnce(element: Locator): Promise<void> {
  await element.hover();
  await element.page().mouse.down();
  await element.page().mouse.up();
}

/** The button with which a visitor accepts the corrected e-mail address. */
function correction(place: Locator, email: string): Locator {
  return place.getByRole("button", {
    name: form.emailSuggestion.replace("{email}", email),
    exact: true,
  });
}
