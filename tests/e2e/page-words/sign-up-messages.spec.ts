import { expect, type Locator, type Page } from "@playwright/test";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { expectWords } from "./expect-words.ts";

// The words around a sign-up: those of the specification, and our own words where the specification has none.

test("the popup has its title, its labels and its sentence about messages", async ({ page }) => {
  const popup = await openPopup(page);
  await expectWords(popup, [
    "Preencha seus dados para participar da aula ao vivo.",
    "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  ]);
  await expect(popup.getByRole("button", { name: "Fechar", exact: true })).toBeVisible();
  await expect(popup.getByRole("link", { name: "Política de Privacidade" })).toBeVisible();
});

test("the floating call to action and its close button have their labels", async ({ page }) => {
  await openLanding(page);
  await page.mouse.wheel(0, 1_000);
  const name = "PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO";
  await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Fechar este botão" })).toBeVisible();
});

test("each field has its messages", async ({ page }) => {
  const popup = await openPopup(page);
  await send(popup);
  for (const message of [
    "Escreva seu nome.",
    "Escreva seu e-mail.",
    "Escreva seu WhatsApp com DDD.",
  ])
    await expect(popup.getByText(message, { exact: true })).toBeVisible();
  const email = popup.getByLabel("Seu melhor e-mail");
  await email.fill("ana@");
  await send(popup);
  await expectWords(popup, [
    "Este e-mail parece incompleto. Ele precisa ter o formato nome@exemplo.com.",
  ]);
  await email.fill("ana@gmial.com");
  await email.press("Tab");
  await expectWords(popup, [
    "Confira o e-mail. Parece haver um erro de digitação.",
    "Usar ana@gmail.com",
  ]);
});

test("a sign-up that fails has the specification's toast", async ({ page, pageConsole }) => {
  pageConsole.allow(unsentSignUp);
  await answerLeads(page, (route) => route.abort());
  const popup = await openPopup(page);
  await fillIn(popup);
  await send(popup);
  const toast = popup.getByRole("alert");
  await expect(toast.getByText("Erro", { exact: true })).toBeVisible();
  await expectWords(toast, ["Não foi possível enviar seus dados. Tente novamente."]);
  await expect(toast.getByRole("button", { name: "Fechar aviso", exact: true })).toBeVisible();
});

test("the button has its label while it sends, and the success popup says what comes next", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await answerLeads(page, (route) => released.then(() => route.continue()));
  const popup = await openPopup(page);
  await fillIn(popup);
  await send(popup);
  await expect(popup.getByRole("button", { name: "Enviando…", exact: true })).toBeVisible();
  release();
  const success = page.getByRole("dialog", { name: "Inscrição recebida", exact: true });
  await expectWords(success, [
    "Em breve você receberá mais informações sobre a Black AHSD.",
    "A aula é em 11 de novembro, às 20h (horário de Brasília), ao vivo.",
    "Adicionar à agenda",
    "Com o voucher, você paga R$ 50 e resgata R$ 300 de desconto em 11 de novembro.",
  ]);
  for (const name of [
    "Arquivo de agenda (.ics)",
    "Google Agenda",
    "Quero o voucher de desconto",
    "Entrar no grupo",
  ])
    await expect(success.getByRole("link", { name })).toBeVisible();
});

test("the page's form has the specification's toasts", async ({ page }) => {
  await openLanding(page);
  const form = page.getByRole("region", { name: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD" });
  await fillIn(form);
  await send(form);
  const alert = page.getByRole("alert");
  await expect(alert.getByText("Aceite necessário", { exact: true })).toBeVisible();
  await expectWords(alert, ["Por favor, autorize receber comunicações para continuar."]);
  await form.getByRole("checkbox").check();
  await send(form);
  const status = page.getByRole("status");
  await expect(status.getByText("Inscrição realizada!", { exact: true })).toBeVisible();
  await expectWords(status.filter({ hasText: "Inscrição realizada!" }), [
    "Em breve você receberá mais informações sobre a Black AHSD.",
  ]);
});

async function openPopup(page: Page): Promise<Locator> {
  await openLanding(page);
  await page.getByRole("button", { name: "QUERO GARANTIR MINHA VAGA NA LIVE" }).click();
  return page.getByRole("dialog", { name: "Participe da aula Black AHSD", exact: true });
}

async function fillIn(form: Locator): Promise<void> {
  const { name, email, whatsapp } = visitor();
  await form.getByLabel("Nome completo").fill(name);
  await form.getByLabel("Seu melhor e-mail").fill(email);
  await form.getByLabel("WhatsApp (com DDD)").fill(whatsapp);
}

async function send(form: Locator): Promise<void> {
  await form.getByRole("button", { name: /^QUERO PARTICIPAR/ }).click();
}
