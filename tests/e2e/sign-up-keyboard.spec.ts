import { expect, type Page } from "@playwright/test";
import {
  calls,
  consentBox,
  leadPopup,
  openLanding,
  pageForm,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { showRefusal } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("with the keyboard alone a visitor signs up, follows a link, and is back where they were", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openLanding(page);
  const call = page.getByRole("button", { name: calls.hero });
  await tabTo(page, calls.hero);
  await expect(call).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(leadPopup(page).getByRole("button", { name: "Fechar" })).toBeFocused();
  for (const answer of [ana.name, ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Tab");
  await expect(submitButton(leadPopup(page))).toBeFocused();
  await page.keyboard.press("Space");

  await expect(successPopup(page).getByRole("button", { name: "Fechar" })).toBeFocused();
  for (const name of [
    "Arquivo de agenda (.ics)",
    "Google Agenda",
    "Quero o voucher de desconto",
    "Entrar no grupo",
  ]) {
    await page.keyboard.press("Tab");
    await expect(successPopup(page).getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(call).toBeFocused();
  expect(site.submissions()).toContainEqual(ana);
});

test("with the keyboard alone an error is closed and the sending tried again", async ({
  page,
  complaints,
}) => {
  await openLanding(page);
  const popup = await showRefusal(page);
  await tabTo(page, "Fechar aviso");
  await page.keyboard.press("Enter");
  await expect(popup.getByRole("alert")).toBeEmpty();
  await answerLeads(page);
  await tabTo(page, "QUERO PARTICIPAR DA AULA AO VIVO");
  await page.keyboard.press("Enter");
  await expect(successPopup(page)).toBeVisible();
  complaints.length = 0;
});

test("with the keyboard alone the page's form asks for the tick and takes it", async ({ page }) => {
  const ana = visitor();
  await openLanding(page);
  await pageForm(page).getByLabel("Nome completo").focus();
  await page.keyboard.type(ana.name);
  for (const answer of [ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText("Aceite necessário")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").getByText("Inscrição realizada!")).toBeVisible();
});

test("a toast that is closed with the keyboard gives the focus back", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).press("Enter");
  await expect(page.getByRole("status").getByText("Inscrição realizada!")).toBeVisible();
  await tabTo(page, "Fechar aviso");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Inscrição realizada!")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Termos de Uso" })).toBeFocused();
});

/** Goes on with Tab until a button of that name holds the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(":focus");
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    const text = (await focused.count()) > 0 ? await nameOf(focused) : "";
    if (text === name) return;
  }
  throw new Error(`30 presses of Tab did not lead to "${name}".`);
}

function nameOf(focused: ReturnType<Page["locator"]>): Promise<string> {
  return focused.evaluate(
    (element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "",
  );
}
