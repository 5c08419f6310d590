import { expect, type Locator } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";

// The labels of the specification; its English labels are written here as the Portuguese page has them. The page must
// show them before any script runs, and also where no script can run.
test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.goto("/"));

test("the sections are in the order of the specification", async ({ page }) => {
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText([
    "A maior oferta da história das altas habilidades",
  ]);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(
    [
      "Aulas gratuitas para assistir agora",
      "O que é a Black",
      "Para quem é",
      "Os cursos",
      "Bônus",
      "Por que esta oferta é diferente",
      "DEPOIMENTOS DE QUEM JÁ VIVEU ESSA TRANSFORMAÇÃO",
      "O VALOR SERÁ REVELADO AO VIVO",
      "GARANTIA E TRANSPARÊNCIA",
      "QUEM ESTARÁ COM VOCÊ NESSA JORNADA",
      "PERGUNTAS FREQUENTES",
      "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
    ],
    { useInnerText: true },
  );
});

test("the calls to action have their labels, in their order", async ({ page }) => {
  const calls = page.getByRole("main").getByText(/^QUERO [^a-z]+$/);
  await expect(calls.filter({ visible: true })).toHaveText([
    "QUERO GARANTIR MINHA VAGA NA LIVE",
    "QUERO PARTICIPAR DA AULA AO VIVO",
    "QUERO TER ACESSO À AULA ESPECIAL",
    "QUERO RESERVAR MEU LUGAR NA AULA BLACK",
    "QUERO GARANTIR MINHA PRESENÇA NA LIVE",
    "QUERO PARTICIPAR DA AULA BLACK",
    "QUERO PARTICIPAR DA AULA BLACK AHSD",
  ]);
});

test("the form asks for three answers and for the permission to write", async ({ page }) => {
  const form = page.getByRole("region", { name: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD" });
  await expect(page.locator("#form-section")).toContainText("SIM, QUERO PARTICIPAR");
  await expect(form).toContainText("11 de novembro, às 20h");
  await expectFields(form);
  await expect(
    form.getByRole("checkbox", {
      name: "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
    }),
  ).not.toBeChecked();
});

test("the popup asks for the same three answers", async ({ page }) => {
  await expectFields(page.getByRole("dialog", { includeHidden: true }).first());
});

async function expectFields(form: Locator) {
  for (const [label, placeholder, type] of [
    ["Nome completo", "Seu nome completo", "text"],
    ["Seu melhor e-mail", /^\S+@\S+$/, "email"],
    ["WhatsApp (com DDD)", "(00) 00000-0000", "tel"],
  ] as const) {
    const field = form.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("placeholder", placeholder);
    await expect(field).toHaveAttribute("type", type);
    await expect(field).toHaveAttribute("required");
  }
}
