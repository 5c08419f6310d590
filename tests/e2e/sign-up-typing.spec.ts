import { expect } from "@playwright/test";
import {
  openLanding,
  openLeadPopup,
  pageForm,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("a slip in the e-mail's domain is offered for correction, and one press corrects it", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const email = popup.getByLabel("Seu melhor e-mail");
  await email.fill("ana.silva@gmial.com");
  await email.press("Tab");
  await expect(
    popup.getByText("Confira o e-mail. Parece haver um erro de digitação."),
  ).toBeVisible();
  await popup.getByRole("button", { name: "Usar ana.silva@gmail.com" }).click();
  await expect(email).toHaveValue("ana.silva@gmail.com");
  await expect(email).toBeFocused();
  await expect(popup.getByText("Confira o e-mail")).toBeHidden();
});

test("whoever means it goes on: the address is sent as it was typed, at the first press", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor({ email: "ana@gmial.com" });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, { ...ana, email: "" });
  await popup.getByLabel("Seu melhor e-mail").pressSequentially(ana.email);
  await submitButton(popup).hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);

  await page.keyboard.press("Escape");
  await openLeadPopup(page);
  await expect(popup.getByText("Confira o e-mail")).toBeHidden();
});

test("a box can be ticked at the first press too", async ({ page }) => {
  await openLanding(page);
  const form = pageForm(page);
  const consent = form.getByRole("checkbox");
  await form.getByLabel("Seu melhor e-mail").pressSequentially("ana@gmial.com");
  await consent.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(consent).toBeChecked();
  await expect(form.getByRole("button", { name: "Usar ana@gmail.com" })).toBeVisible();
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test("the button answers the first tap, whatever comes up under it", async ({ page }) => {
    await answerLeads(page);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await fillIn(popup, visitor({ email: "" }));
    await popup.getByLabel("Seu melhor e-mail").pressSequentially("ana@gmial.com");
    await submitButton(popup).tap();
    await expect(successPopup(page)).toBeVisible();
  });
});

test("a long address fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await popup
    .getByLabel("Seu melhor e-mail")
    .fill("maria.aparecida.dos.santos.de.oliveira@gmial.com");
  await popup.getByLabel("WhatsApp (com DDD)").focus();
  await expect(popup.getByRole("button", { name: /^Usar/ })).toBeInViewport({ ratio: 1 });
  expect(await popup.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
});

test("nothing is offered for an address that is right", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const email = popup.getByLabel("Seu melhor e-mail");
  for (const address of ["ana@gmail.com", "ana@uol.com.br", "ana@escola.edu.br", "ana"]) {
    await email.fill(address);
    await email.press("Tab");
    await expect(popup.getByRole("button", { name: /^Usar/ })).toBeHidden();
  }
});

test("blanks around what was typed go when the field is left", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const name = popup.getByLabel("Nome completo");
  await name.fill("  Ana Exemplo ");
  await name.press("Tab");
  await expect(name).toHaveValue("Ana Exemplo");
});

test("each empty field says in Portuguese what it wants, beside it, and the first one is focused", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await submitButton(popup).click();
  const wanted = [
    ["Nome completo", "Escreva seu nome."],
    ["Seu melhor e-mail", "Escreva seu e-mail."],
    ["WhatsApp (com DDD)", "Escreva seu WhatsApp com DDD."],
  ] as const;
  for (const [label, message] of wanted) {
    const field = popup.getByLabel(label);
    await expect(popup.getByText(message, { exact: true })).toBeVisible();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(popup.getByLabel("Nome completo")).toBeFocused();
  await popup.getByLabel("Nome completo").fill("A");
  await expect(popup.getByText("Escreva seu nome.")).toBeHidden();
  await expect(popup.getByText("Escreva seu e-mail.")).toBeVisible();
  expect(requests).toEqual([]);
});

test("an e-mail that the browser refuses is explained, and a name of blanks is none", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor({ name: "   ", email: "ana@" }));
  await popup.getByLabel("WhatsApp (com DDD)").press("Enter");
  await expect(popup.getByLabel("Seu melhor e-mail")).toHaveAccessibleDescription(
    /Este e-mail parece incompleto\. .*nome@exemplo\.com/,
  );
  await popup.getByLabel("Seu melhor e-mail").fill("ana@exemplo.com");
  await popup.getByLabel("Nome completo").fill("   ");
  await popup.getByLabel("Nome completo").press("Enter");
  await expect(popup.getByLabel("Nome completo")).toHaveAccessibleDescription("Escreva seu nome.");
  await expect(popup.getByLabel("Nome completo")).toBeFocused();
  expect(requests).toEqual([]);
});

test("what is typed in the phone's field stays as it is typed", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const phone = popup.getByLabel("WhatsApp (com DDD)");
  for (const typed of ["11987654321", "+55 11 98765-4321", "0055 (11) 98765 4321"]) {
    await phone.fill("");
    await phone.pressSequentially(typed);
    await expect(phone).toHaveValue(typed);
  }
});
