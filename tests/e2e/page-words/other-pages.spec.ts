import { expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { expectWords } from "./expect-words.ts";

// The URLs and the words that the specification gives for the pages besides the landing page.
test.use({ javaScriptEnabled: false });

test("the landing page's title has the event and its date", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Black AHSD.*11\sde\snovembro, às\s20h/);
});

for (const [path, title] of [
  ["/politica-privacidade", "Política de Privacidade"],
  ["/termos-uso", "Termos de Uso"],
] as const)
  test(`${path} has its title, its date of update, and links back`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Black AHSD`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("Última atualização: hoje", { exact: true })).toBeVisible();
    const back = page.getByRole("link", { name: "Voltar para a página inicial", exact: true });
    await expect(back).toHaveCount(2);
  });

test("the page for a received sign-up has its title", async ({ page }) => {
  await page.goto("/inscricao-recebida");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inscrição recebida");
});

test("the page for an unknown path has the specification's words", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(failedLoad(404));
  await page.goto("/nao-existe");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await expect(page.getByRole("link", { name: "Voltar para a página inicial" })).toBeVisible();
});

test("the page for a malformed address has the specification's words", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(failedLoad(400));
  await page.goto("/%E0%A4%A");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expectWords(page.getByRole("main"), ["O endereço que você abriu não é válido."]);
});

test("the page for a crash has the specification's words", async ({ page }) => {
  await page.route("/", (route) => route.fulfill({ path: "dist/500.html" }));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expectWords(page.getByRole("main"), ["Houve um erro no nosso sistema."]);
});

test("the page for a refused sign-up has its words", async ({ page, pageConsole }) => {
  pageConsole.allow(failedLoad(422));
  await page.goto("/");
  const form = page.getByRole("region", { name: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD" });
  await form.getByLabel("Nome completo").fill(" ");
  await form.getByLabel("Seu melhor e-mail").fill("ana@example.com");
  await form.getByLabel("WhatsApp (com DDD)").fill("(11) 98765-4321");
  await form.getByRole("checkbox").check();
  await form.getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confira seus dados");
  await expectWords(page.getByRole("main"), [
    "A inscrição ainda não foi feita. Corrija os campos marcados e envie de novo.",
  ]);
});
