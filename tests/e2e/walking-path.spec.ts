import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";

const visitor = { name: "Ana Exemplo", email: "ana@exemplo.com", whatsapp: "(11) 98765-4321" };

test("a visitor signs up from the hero and is in the ledger", async ({ page, site }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "QUERO GARANTIR MINHA VAGA NA LIVE" }).click();
  const popup = page.getByRole("dialog");
  await popup.getByLabel("Nome completo").fill(visitor.name);
  await popup.getByLabel("Seu melhor e-mail").fill(visitor.email);
  await popup.getByLabel("WhatsApp (com DDD)").fill(visitor.whatsapp);
  await page.waitForLoadState("networkidle");
  await popup.getByRole("button", { name: "QUERO PARTICIPAR DA AULA AO VIVO" }).click();

  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(site.submissions()).toContainEqual(visitor);
});

test("the popup opens and keeps what is typed while the script is still on its way", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "QUERO GARANTIR MINHA VAGA NA LIVE" }).click();
  const popup = page.getByRole("dialog");
  await popup.getByLabel("Nome completo").fill(visitor.name);

  const hydrated = page.waitForResponse(/islands.*\.js/);
  release();
  await (await hydrated).finished();
  await expect(popup.getByLabel("Nome completo")).toHaveValue(visitor.name);
  await popup.getByLabel("Seu melhor e-mail").fill("bia@exemplo.com");
  await popup.getByLabel("WhatsApp (com DDD)").fill(visitor.whatsapp);
  await popup.getByRole("button", { name: "QUERO PARTICIPAR DA AULA AO VIVO" }).click();
  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a call leads to the form, which posts, and the visitor arrives at the thanks page", async ({
    page,
    site,
  }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "QUERO GARANTIR MINHA VAGA NA LIVE" }).click();
    const form = page.getByRole("region", { name: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD" });
    await expect(form.getByLabel("Nome completo")).toBeInViewport();
    await form.getByLabel("Nome completo").fill("Caio Exemplo");
    await form.getByLabel("Seu melhor e-mail").fill("caio@exemplo.com");
    await form.getByLabel("WhatsApp (com DDD)").fill(visitor.whatsapp);
    await form.getByRole("checkbox").check();
    await form.getByRole("button", { name: "QUERO PARTICIPAR DA AULA BLACK AHSD" }).click();

    await expect(page).toHaveURL("/inscricao-recebida");
    expect(site.submissions()).toContainEqual(expect.objectContaining({ name: "Caio Exemplo" }));
  });
});
