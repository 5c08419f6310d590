import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";
import { expectWords } from "./expect-words.ts";

// The words of the specification; its English words are written here as the Portuguese page has them. The page must
// show them before any script runs, and also where no script can run.
test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.goto("/"));

test("the hero says what comes and when, and names no price", async ({ page }) => {
  const hero = page.getByRole("region", { name: "A maior oferta da história" });
  await expectWords(hero, [
    "11 de novembro",
    "20h",
    "ao vivo",
    "O preço e os bônus ainda não foram revelados",
    "assista às aulas gratuitas",
    "acesso vitalício a todos os cursos será oferecido na aula ao vivo",
  ]);
  await expect(hero).not.toContainText(/\d,\d\d|R\$ ?\d/);
});

test("the free lessons are on the specification's six subjects, and one more", async ({ page }) => {
  const lessons = page.getByRole("region", { name: "Aulas gratuitas" });
  await expect(lessons.getByRole("listitem")).toHaveText([
    "Características das altas habilidades",
    "Solidão existencial",
    "Neurociência",
    "O cérebro",
    "TDAH e autismo",
    "Trauma",
    "Aula gratuita",
  ]);
});

test("the page is for four kinds of people", async ({ page }) => {
  const audience = page.getByRole("region", { name: "Para quem é" });
  await expect(audience.getByRole("listitem")).toHaveText([
    /^Pessoas que se sentem diferentes/,
    /^Pais e educadores/,
    /^Profissionais da saúde e da psicologia/,
    /^Quem já estuda com a gente/,
  ]);
});

test("the testimonials are nine pictures with a number each", async ({ page }) => {
  const carousel = page.getByRole("region", { name: "Depoimentos", exact: true });
  await expect(carousel.getByRole("img")).toHaveCount(9);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await expect(carousel.getByAltText(`Depoimento ${number}`, { exact: true })).toBeAttached();
});

test("the presenter is a reference with 300 thousand people behind", async ({ page }) => {
  await expectWords(page.getByRole("region", { name: "QUEM ESTARÁ COM VOCÊ NESSA JORNADA" }), [
    "referência em altas habilidades/superdotação (AHSD) e dupla excepcionalidade no Brasil",
    "mais de 300 mil alunos e seguidores",
    "centenas de profissionais formados",
  ]);
});

test("the presenter has a photo and a link to a person", async ({ page }) => {
  const presenter = page.getByRole("region", { name: "QUEM ESTARÁ COM VOCÊ NESSA JORNADA" });
  await expect(presenter.getByAltText("Foto de quem apresenta a aula")).toBeAttached();
  await expect(presenter.getByRole("link", { name: "Falar com Suporte Humano" })).toBeVisible();
});

test("the four questions have their answers", async ({ page }) => {
  const faq = page.getByRole("region", { name: "PERGUNTAS FREQUENTES" });
  const answers = {
    "Por quanto tempo terei acesso?":
      "O acesso é vitalício, a todos os cursos e às atualizações futuras.",
    "Posso assistir de qualquer lugar?": "Sim. É 100% online e funciona em qualquer aparelho.",
    "Quando o preço será anunciado?":
      "Durante a aula ao vivo Black AHSD, em 11 de novembro, às 20h.",
    "E se eu não gostar?":
      "Você tem 7 dias, a partir da liberação do acesso, para pedir todo o dinheiro de volta.",
  };
  await expect(faq.getByRole("heading", { level: 3 })).toHaveText(Object.keys(answers));
  for (const [question, answer] of Object.entries(answers)) {
    await faq.getByText(question).click();
    await expect(faq.getByText(answer, { exact: true })).toBeVisible();
  }
});

test("the header has a link to the content and the calm switch", async ({ page }) => {
  await expect(
    page.getByRole("link", { name: "Pular para o conteúdo", exact: true }),
  ).toBeAttached();
  await expect(page.getByLabel("Modo calmo", { exact: true })).not.toBeChecked();
});

test("the footer has the offer, the company's number and the legal pages", async ({ page }) => {
  const footer = page.getByRole("contentinfo");
  await expectWords(footer, [
    "Black AHSD",
    "Aula ao vivo sobre altas habilidades e neurodivergência, em 11 de novembro, às 20h.",
  ]);
  await expect(footer).toContainText(/CNPJ \d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/);
  for (const [name, path] of [
    ["Política de Privacidade", "/politica-privacidade"],
    ["Termos de Uso", "/termos-uso"],
  ] as const)
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
});
