import { expect, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { anchorNoScroll } from "#tests/support/browser/limited-browser.ts";
import { sectionsCame } from "#tests/support/browser/sections-came.ts";
import { test } from "#tests/support/browser/site-test.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

const questions = [
  {
    question: "Por quanto tempo terei acesso?",
    answer: "O acesso é vitalício, a todos os cursos e às atualizações futuras.",
  },
  {
    question: "Posso assistir de qualquer lugar?",
    answer: "Sim. É 100% online e funciona em qualquer aparelho.",
  },
  {
    question: "Quando o preço será anunciado?",
    answer: "Durante a aula ao vivo Black AHSD, em 11 de novembro, às 20h.",
  },
  {
    question: "E se eu não gostar?",
    answer:
      "Você tem 7 dias, a partir da liberação do acesso, para pedir todo o dinheiro de volta.",
  },
] as const;
const [first, second] = questions;

test("an address with #perguntas leads to the questions, also in a browser without scroll anchoring", async ({
  page,
}) => {
  await anchorNoScroll(page);
  await page.goto("/#perguntas");
  await sectionsCame(page);
  await expect(page.getByRole("heading", { name: "PERGUNTAS FREQUENTES" })).toBeInViewport();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without any script", () => {
    test.use({ javaScriptEnabled });

    test("each of four questions opens to its answer and closes the one before", async ({
      page,
    }) => {
      await page.goto("/");
      await expect(faq(page).getByRole("heading", { level: 3 })).toHaveText(
        questions.map(({ question }) => question),
      );
      for (const { question, answer } of questions) {
        await faq(page).getByText(question).click();
        for (const other of questions)
          await expect(faq(page).getByText(other.answer)).toBeVisible({
            visible: other.answer === answer,
          });
      }
    });

    test("the open answer can be closed, by key as well", async ({ page }) => {
      await page.goto("/");
      await faq(page).getByText(first.question).click();
      await faq(page).getByText(first.question).click();
      await expect(faq(page).getByText(first.answer)).toBeHidden();
      await page.keyboard.press("Enter");
      await expect(faq(page).getByText(first.answer)).toBeVisible();
      await page.keyboard.press("Space");
      await expect(faq(page).getByText(first.answer)).toBeHidden();
    });
  });
}

test("the browser's search finds a closed answer and opens it", async ({ page }) => {
  const words = "funciona em qualquer aparelho";
  await page.goto("/");
  await sectionsCame(page);
  await page.goto(`/#:~:text=${encodeURIComponent(words)}`);
  await expect(faq(page).getByText(second.answer)).toBeVisible();
  await expect(faq(page).getByText(second.answer)).toBeInViewport();
});

function faq(page: Page) {
  return page.getByRole("region", { name: "PERGUNTAS FREQUENTES" });
}
