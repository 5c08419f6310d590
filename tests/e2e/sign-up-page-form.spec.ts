import { expect } from "@playwright/test";
import { consentBox, openLanding, pageForm, successPopup } from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("the page's form has the three fields and an unticked consent", async ({ page }) => {
  await openLanding(page);
  const form = pageForm(page);
  for (const [label, placeholder] of [
    ["Nome completo", "Seu nome completo"],
    ["Seu melhor e-mail", "voce@exemplo.com"],
    ["WhatsApp (com DDD)", "(00) 00000-0000"],
  ] as const) {
    const field = form.getByRole("textbox", { name: label, exact: true });
    await expect(field).toHaveAttribute("placeholder", placeholder);
    await expect(field).toHaveAttribute("required");
  }
  await expect(
    form.getByRole("checkbox", {
      name: "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
      exact: true,
    }),
  ).not.toBeChecked();
});

test("without the tick a toast asks for it, the focus goes to the box, and nothing proceeds", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  const alert = page.getByRole("alert");
  await expect(alert.getByText("Aceite necessário", { exact: true })).toBeVisible();
  await expect(
    alert.getByText("Por favor, autorize receber comunicações para continuar.", { exact: true }),
  ).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  await expect(consentBox(page)).toBeInViewport();
  expect(await consentBox(page).evaluate((box) => box.matches(":focus-visible"))).toBe(true);
  await expect(pageForm(page).getByLabel("Nome completo")).toHaveValue(ana.name);
  await page.clock.runFor(60_000);
  await expect(alert.getByText("Aceite necessário")).toBeVisible();
  expect(requests).toEqual([]);
});

test("with the tick a toast says that it is done, and nothing is sent", async ({ page, site }) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  const status = page.getByRole("status");
  await expect(status.getByText("Inscrição realizada!", { exact: true })).toBeVisible();
  await expect(
    status.getByText("Em breve você receberá mais informações sobre a Black AHSD.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByText("Aceite necessário")).toHaveCount(0);
  await expect(pageForm(page).getByLabel("Nome completo")).toHaveValue("");
  await expect(consentBox(page)).not.toBeChecked();
  await page.clock.runFor(60_000);
  await expect(successPopup(page)).toBeHidden();
  expect(requests).toEqual([]);
  expect(site.submissions()).not.toContainEqual(ana);
});

test("a field that is missing is asked for before the tick is", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor({ email: "ana@" }));
  await submitButton(pageForm(page)).click();
  await expect(pageForm(page).getByLabel("Seu melhor e-mail")).toBeFocused();
  await expect(pageForm(page).getByText("Este e-mail parece incompleto.")).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("the tick does not outlive the visit", async ({ page, context }) => {
  await openLanding(page);
  await consentBox(page).check();
  const nextVisit = await context.newPage();
  await openLanding(nextVisit);
  await expect(consentBox(nextVisit)).not.toBeChecked();
});
