import { expect, type Locator, type Page } from "@playwright/test";
import {
  consentBox,
  leadPopup,
  openLanding,
  openLeadPopup,
  pageForm,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { showRefusal } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

const toastLifeMs = 6_000;

test("an error in the popup can be seen, reached and closed while the popup is modal", async ({
  page,
  complaints,
}) => {
  await openLanding(page);
  const popup = await showRefusal(page);
  const alert = popup.getByRole("alert");
  await expect(alert).toMatchAriaSnapshot(`
    - alert:
      - paragraph: Erro
      - paragraph: Não foi possível enviar seus dados. Tente novamente.
      - button "Fechar aviso"
  `);
  await expect(alert.getByText("Erro", { exact: true })).toBeInViewport();
  await alert.getByText("Não foi possível enviar seus dados.").click();
  await expect(popup).toBeVisible();
  await alert.getByRole("button", { name: "Fechar aviso" }).click();
  await expect(alert).toBeEmpty();
  await expect(popup).toBeVisible();
  complaints.length = 0;
});

test("an error stays until it is closed, and follows the visitor out of the popup", async ({
  page,
  complaints,
}) => {
  await openLanding(page);
  const popup = await showRefusal(page);
  await page.clock.runFor(60_000);
  await expect(popup.getByRole("alert").getByText("Erro", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await expect(page.getByRole("alert").getByText("Erro", { exact: true })).toBeVisible();
  await page.clock.runFor(60_000);
  await page.getByRole("button", { name: "Fechar aviso" }).click();
  await expect(page.getByRole("alert")).toBeEmpty();
  complaints.length = 0;
});

test("any other toast goes after 6,000 ms, and not at 5,999", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await page.clock.runFor(toastLifeMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("any other toast can be closed before", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await page.getByRole("button", { name: "Fechar aviso" }).click();
  await expect(toast).toBeHidden();
});

test("a toast does not go while it is hovered, and has 6,000 ms again afterwards", async ({
  page,
}) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 700);
  await page.clock.runFor(toastLifeMs - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("a toast does not go while the focus is in it", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  await page.getByRole("button", { name: "Fechar aviso" }).focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.getByRole("button", { name: "Fechar aviso" }).blur();
  await page.clock.runFor(toastLifeMs);
  await expect(toast).toBeHidden();
});

test("a toast that is hovered and focused goes only when both have left it", async ({ page }) => {
  await openLanding(page);
  const toast = await signUpInPage(page);
  const close = page.getByRole("button", { name: "Fechar aviso" });
  await toast.hover();
  await close.focus();
  await close.blur();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await close.focus();
  await page.mouse.move(0, 700);
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await close.blur();
  await page.clock.runFor(toastLifeMs);
  await expect(toast).toBeHidden();
});

test("a toast of the page is also said in the popup that opens over it", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(page.getByRole("alert").getByText("Aceite necessário")).toBeVisible();
  await openLeadPopup(page);
  await expect(leadPopup(page).getByRole("alert").getByText("Aceite necessário")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

async function signUpInPage(page: Page): Promise<Locator> {
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const toast = page.getByRole("status").getByText("Inscrição realizada!");
  await expect(toast).toBeVisible();
  return toast;
}
