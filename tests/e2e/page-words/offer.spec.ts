import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";
import { expectWords } from "./expect-words.ts";

// The words of the specification; its English words are written here as the Portuguese page has them. The page must
// show them before any script runs, and also where no script can run.
test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.goto("/"));

test("the staircase has four prices and, at its top, the hidden one", async ({ page }) => {
  const black = page.getByRole("region", { name: "O que é a Black" });
  await expect(black.getByRole("listitem")).toHaveText([
    /^1 curso\s*R\$\s597,00$/,
    /^Todos os cursos por 1\sano\s*R\$\s5\.968,00$/,
    /^Todos os cursos por 5\sanos\s*R\$\s29\.840,00$/,
    /^Todos os cursos por 10\sanos\s*R\$\s59\.680,00$/,
    /^Black: acesso vitalício\s*R\$\s*Revelado na live$/,
  ]);
  await expectWords(black, [
    "aula online, transmitida ao vivo por uma plataforma de vídeo",
    "11 de novembro, às 20h",
    "altas habilidades e neurodivergência",
    "Assistir à revelação ao vivo é a única forma de aproveitar a oferta",
    "o preço volta ao normal, sem exceções",
  ]);
});

const courses = [
  { title: "Neurobiologia e Tratamento do Trauma", price: "R$ 297" },
  { title: "O Antinatural", price: "R$ 397" },
  { title: "Lidando com as altas habilidades na prática", price: "R$ 1.297" },
  { title: "Trilha das Altas Habilidades", price: "R$ 997" },
  { title: "Superando a Ansiedade", price: "R$ 697" },
  {
    title: "Características das altas habilidades e da dupla excepcionalidade",
    price: "R$ 147",
  },
  { title: "Perfeccionismo e Autossabotagem", price: "R$ 97" },
  { title: "Dupla excepcionalidade: diagnóstico e tratamento", price: "R$ 147" },
  { title: "Relacionamentos e Autenticidade", price: "R$ 97" },
  { title: "Trilha Altas Habilidades Kids", price: "R$ 297" },
  { title: "Segundo Cérebro com IA e Fundamentos de IA (com coinstrutor)", price: "R$ 1.497" },
];

test("eleven courses are included, with three perks and the price struck through", async ({
  page,
}) => {
  const section = page.getByRole("region", { name: "Os cursos" });
  await expectWords(section, ["liberados no dia do evento"]);
  await expect(section.getByRole("heading", { level: 3 })).toHaveText([
    ...courses.map(({ title }) => title),
    "Materiais e ferramentas",
  ]);
  for (const { title, price } of courses) {
    const heading = page.getByRole("heading", { name: title, exact: true });
    const card = section.getByRole("listitem").filter({ has: heading });
    await expectWords(card, ["Certificado", "PDFs das aulas", "Atualizações futuras", "Incluído"]);
    const struck = card.getByText(price);
    await expect(struck).toHaveText(`Preço normal: ${price}`);
    await expect(struck).toHaveCSS("text-decoration-line", "line-through");
  }
});

test("the bonuses are six materials, the physical ones, and their limit", async ({ page }) => {
  const bonuses = page.getByRole("region", { name: "Bônus" });
  await expect(bonuses.getByRole("heading", { level: 3 })).toHaveText([
    "Materiais e ferramentas",
    "Bônus físicos",
  ]);
  await expect(bonuses.getByRole("listitem")).toHaveText([
    "PDFs das aulas",
    "Teste adaptado do questionário de sobre-excitabilidades",
    "Teste de rastreio para altas habilidades, TDAH e autismo",
    /^Ferramentas de IA para autoconhecimento, treinadas por /,
    "Bateria de testes de rastreio",
    "Bônus surpresa, só durante a live",
    "O primeiro livro impresso",
    "O caderno de exercícios do Antinatural em formato de livro",
    "Um caderno estilizado",
    "E outros itens",
  ]);
  await expectWords(bonuses, [
    "Só para as 100 primeiras pessoas que comprarem",
    "terminam depois das 100 primeiras compras",
  ]);
});

test("the difference has both readings of the bundle and of the guarantee", async ({ page }) => {
  const difference = page.getByRole("region", { name: "Por que esta oferta é diferente" });
  await expectWords(difference, [
    "o valor real de cada curso e quanto ele custaria em 5 e em 10 anos de renovações",
    "vale para quem está assistindo ao vivo",
    "Quando o evento termina, o preço volta ao normal, sem exceções",
    "Acesso vitalício",
    "Todos os cursos e as atualizações futuras",
    "Black Friday",
    "Pacote de 12 cursos com 5 anos de acesso",
    "Pague R$ 50 e resgate R$ 300 de desconto em 11 de novembro",
    "Garantia de 15 dias",
    "devolução do dinheiro",
  ]);
});

test("the price reveal says what the live will show", async ({ page }) => {
  const reveal = page.getByRole("region", { name: "O VALOR SERÁ REVELADO AO VIVO" });
  await expectWords(reveal, [
    "11 de novembro, às 20h",
    "aula Black AHSD",
    "o valor real de cada curso",
    "quanto os cursos custariam em 5 e em 10 anos de renovações",
    "o preço do acesso vitalício a todos os cursos",
    "os bônus surpresa",
    "Só quem assiste ao vivo pode aproveitar a oferta",
  ]);
  await expect(reveal).not.toContainText(/R\$\s*\d/);
});

test("the guarantee is seven days, all the money, and no risk", async ({ page }) => {
  await expectWords(page.getByRole("region", { name: "GARANTIA E TRANSPARÊNCIA" }), [
    "Teste tudo por 7 dias",
    "a partir da liberação do acesso",
    "Se não for para você, 100% do dinheiro é devolvido",
    "O acesso é 100% seguro",
    "risco zero",
  ]);
});
