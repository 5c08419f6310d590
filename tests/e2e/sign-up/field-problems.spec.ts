import { expect } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  field,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import {
  expectFailure,
  refusalComplaints,
  sendFromPopup,
  showRefusal,
} from "#tests/support/browser/popup-states.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { fieldProblems } = words.messages;

test("each empty field has a message in Portuguese beside it, and the first one has the focus", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await submitButton(popup).click();
  for (const name of leadFields) {
    const { required } = fieldProblems[name];
    await expect(popup.getByText(required, { exact: true })).toBeVisible();
    await expect(field(popup, name)).toHaveAccessibleDescription(required);
    await expect(field(popup, name)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(popup, "name")).toBeFocused();
  await field(popup, "name").fill("A");
  await expect(popup.getByText(fieldProblems.name.required)).toBeHidden();
  await expect(popup.getByText(fieldProblems.email.required)).toBeVisible();
  expect(requests).toEqual([]);
});

test("an e-mail that the browser refuses gets an explanation, and a name of spaces counts as empty", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor({ name: "   ", email: "ana@" }));
  await field(popup, "whatsapp").press("Enter");
  await expect(field(popup, "email")).toHaveAccessibleDescription(fieldProblems.email.invalid);
  await field(popup, "email").fill("ana@exemplo.com");
  await field(popup, "name").fill("   ");
  await field(popup, "name").press("Enter");
  await expect(field(popup, "name")).toHaveAccessibleDescription(fieldProblems.name.required);
  await expect(field(popup, "name")).toBeFocused();
  expect(requests).toEqual([]);
});

test("the server's message about a field is beside the field until the visitor changes it", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  const message = fieldProblems.email.invalid;
  const unknownField = "Administrador inválido.";
  const fields = [
    { field: "email", code: "invalid", message },
    { field: "whatsapp", code: "required", message: fieldProblems.whatsapp.required },
    { field: "admin", code: "invalid", message: unknownField },
  ];
  await answerLeads(page, (route) =>
    route.fulfill({ status: 422, json: { ok: false, code: "invalid-lead", fields } }),
  );
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());

  await expectFailure(popup);
  const email = field(popup, "email");
  await expect(email).toHaveAccessibleDescription(message);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(field(popup, "whatsapp")).toHaveAccessibleDescription(
    fieldProblems.whatsapp.required,
  );
  await expect(field(popup, "name")).toHaveAccessibleDescription("");
  await expect(popup.getByText(unknownField)).toHaveCount(0);
  await email.fill("ana@exemplo.com.br");
  await expect(popup.getByText(message)).toBeHidden();
  await expect(email).not.toHaveAttribute("aria-invalid");
});

test("the messages of a refusal disappear after a success", async ({ page, pageConsole }) => {
  pageConsole.allow(refusalComplaints);
  await openLanding(page);
  const popup = await showRefusal(page);
  await expect(popup.getByText(fieldProblems.whatsapp.required)).toBeVisible();
  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await inviteAgain(page);
  await openLeadPopup(page);
  await expect(popup.getByText(fieldProblems.whatsapp.required)).toBeHidden();
});
