import { expect, type Locator, type Page } from "@playwright/test";
import {
  calls,
  leadPopup,
  openLanding,
  openLeadPopup,
  scrollPage,
} from "#tests/support/browser/landing.ts";
import { submitButton } from "#tests/support/browser/lead-form.ts";
import { test } from "#tests/support/browser/site-test.ts";

const sectionCalls = [
  "QUERO GARANTIR MINHA VAGA NA LIVE",
  "QUERO PARTICIPAR DA AULA AO VIVO",
  "QUERO TER ACESSO À AULA ESPECIAL",
  "QUERO RESERVAR MEU LUGAR NA AULA BLACK",
  "QUERO GARANTIR MINHA PRESENÇA NA LIVE",
  "QUERO PARTICIPAR DA AULA BLACK",
];

test("each of the six calls to action in the page opens the popup, and gets the focus back", async ({
  page,
}) => {
  await openLanding(page);
  for (const call of sectionCalls) {
    const button = page.getByRole("main").getByRole("button", { name: call, exact: true });
    await button.click();
    await expect(leadPopup(page)).toBeVisible();
    await expect(leadPopup(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(leadPopup(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

for (const height of [640, 900])
  test(`the floating call opens the popup and gets the focus back, at a height of ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    await openLanding(page);
    await scrollPage(page, 1_500);
    const button = page.getByRole("button", { name: calls.floating });
    await button.click();
    const popup = leadPopup(page);
    await submitButton(popup).focus();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await expect(button).toBeFocused();
  });

test("the fields are required, of their types, and with hints for the phone's keyboard", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const fields = [
    ["Nome completo", "Seu nome completo", "text", "name"],
    ["Seu melhor e-mail", "voce@exemplo.com", "email", "email"],
    ["WhatsApp (com DDD)", "(00) 00000-0000", "tel", "tel"],
  ] as const;
  for (const [label, placeholder, type, autocomplete] of fields) {
    const field = popup.getByRole("textbox", { name: label, exact: true });
    await expect(field).toHaveAttribute("placeholder", placeholder);
    await expect(field).toHaveAttribute("type", type);
    await expect(field).toHaveAttribute("inputmode", type);
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
    await expect(field).toHaveAttribute("required");
    await expect(field).not.toHaveAttribute("pattern");
    await expect(field).not.toHaveAttribute("maxlength");
  }
});

test("Esc, the close button and the backdrop close the popup, and the page behind does not", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await popup.getByRole("button", { name: "Fechar", exact: true }).click();
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await page.mouse.click(5, 300);
  await expect(popup).toBeHidden();

  await openLeadPopup(page);
  await popup.getByRole("heading").click();
  await expect(popup).toBeVisible();
});

test("a press that begins in a field and ends beside the popup does not close it", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const field = popup.getByLabel("Nome completo");
  await field.fill("Ana Exemplo");
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(5, 300);
  await page.mouse.up();
  await expect(popup).toBeVisible();
});

test("Tab goes round inside the popup, in both directions", async ({ page }) => {
  await openLanding(page);
  await openLeadPopup(page);
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press(key);
      expect(await focusOutside(page)).toBe(false);
    }
  }
});

test("the popup scrolls, and the page behind it does not", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const place = await page.evaluate("scrollY");
  for (const [x, y] of [
    [2, 200],
    [180, 200],
    [180, 200],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 2_000);
  }
  await expect.poll(() => popup.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("End");
  expect(await page.evaluate("scrollY")).toBe(place);
});

for (const [what, height] of [
  ["", 640],
  [" with the keyboard open", 300],
] as const)
  test(`on a phone of 360×640${what} every field and the button can be reached and seen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    await openLanding(page);
    const popup = await openLeadPopup(page);
    const fields = ["Nome completo", "Seu melhor e-mail", "WhatsApp (com DDD)"];
    for (const place of [...fields.map((label) => popup.getByLabel(label)), submitButton(popup)]) {
      await place.focus();
      await place.scrollIntoViewIfNeeded();
      await expect(place).toBeInViewport({ ratio: 1 });
      await place.click({ trial: true });
    }
    expect(await scrollsSideways(popup)).toBe(false);
  });

function focusOutside(page: Page): Promise<boolean> {
  return page.locator("body").evaluate((body) => {
    const { activeElement } = body.ownerDocument;
    return activeElement !== body && activeElement.closest("dialog") === null;
  });
}

function scrollsSideways(popup: Locator): Promise<boolean> {
  return popup.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}
