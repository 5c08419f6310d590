import { expect, type Locator, type Page, type Route } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { failedLoad, failedSignUp } from "./complaints.ts";
import { fillIn } from "./lead-form.ts";
import { answerLeads } from "./lead-function.ts";
import {
  leadPopup,
  openLeadPopup,
  sendFailedToast,
  submitButton,
  successPopup,
} from "./page-parts.ts";
import { visitor } from "./visitor.ts";
import { words } from "./words.ts";

const { fieldProblems, toasts } = words.messages;
const message = fieldProblems.whatsapp.required;
const fields = [{ field: "whatsapp", code: "required", message }];

/** The console lines about the one refused sign-up that `showRefusal` causes. */
export const refusalComplaints = [failedLoad(422), failedSignUp("422")] as const;

/** Opens the popup, fills in its form and sends it, without waiting for the answer. */
export async function sendFromPopup(page: Page, lead: Lead): Promise<Locator> {
  const popup = await openLeadPopup(page);
  await fillIn(popup, lead);
  await submitButton(popup).click();
  return popup;
}

/** Shows the popup after a refusal: the WhatsApp field is marked, and a corrected e-mail is offered. */
export async function showRefusal(page: Page): Promise<Locator> {
  await answerLeads(page, refuse);
  const popup = await sendFromPopup(page, visitor({ email: "ana@gmial.com" }));
  await expectFailure(popup);
  return popup;
}

/** The console lines about the one sign-up that `showUnstoredSignUp` causes. */
export const unstoredComplaints = [failedLoad(503), failedSignUp("503")] as const;

/** Shows the popup after a sign-up that the server could not store. */
export async function showUnstoredSignUp(page: Page, lead: Lead): Promise<Locator> {
  await answerLeads(page, (route) => route.fulfill({ status: 503, json: { ok: false } }));
  const popup = await sendFromPopup(page, lead);
  await expectFailure(popup);
  return popup;
}

export async function showSuccess(page: Page): Promise<Locator> {
  await sendFromPopup(page, visitor());
  await expect(successPopup(page)).toBeVisible();
  await expect(leadPopup(page)).toBeHidden();
  return successPopup(page);
}

export async function expectFailure(popup: Locator): Promise<void> {
  const alert = popup.getByRole("alert");
  await expect(sendFailedToast(popup)).toBeVisible();
  await expect(alert.getByText(toasts.sendFailed.text, { exact: true })).toBeVisible();
  await expect(popup).toBeVisible();
}

function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 422, json: { ok: false, code: "invalid-lead", fields } });
}
