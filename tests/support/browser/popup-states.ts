import { expect, type Locator, type Page, type Route } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { leadPopup, openLeadPopup, successPopup } from "./landing.ts";
import { fillIn, submitButton, visitor } from "./lead-form.ts";
import { answerLeads } from "./lead-function.ts";

const fields = [{ field: "whatsapp", code: "required", message: "Escreva seu WhatsApp com DDD." }];

/** Opens the popup, fills it in and sends it; what comes of it is another matter. */
export async function sendFromPopup(page: Page, lead: Lead): Promise<Locator> {
  const popup = await openLeadPopup(page);
  await fillIn(popup, lead);
  await submitButton(popup).click();
  return popup;
}

/** The popup after the server has refused what was sent, with one field marked and one slip offered. */
export async function showRefusal(page: Page): Promise<Locator> {
  await answerLeads(page, refuse);
  const popup = await sendFromPopup(page, visitor({ email: "ana@gmial.com" }));
  await expectFailure(popup);
  return popup;
}

export async function showThanks(page: Page): Promise<Locator> {
  await sendFromPopup(page, visitor());
  await expect(successPopup(page)).toBeVisible();
  await expect(leadPopup(page)).toBeHidden();
  return successPopup(page);
}

export async function expectFailure(popup: Locator): Promise<void> {
  const alert = popup.getByRole("alert");
  await expect(alert.getByText("Erro", { exact: true })).toBeVisible();
  await expect(
    alert.getByText("Não foi possível enviar seus dados. Tente novamente.", { exact: true }),
  ).toBeVisible();
  await expect(popup).toBeVisible();
}

function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 422, json: { ok: false, code: "invalid-lead", fields } });
}
