import { expect } from "@playwright/test";
import { disableScrollAnchoring } from "#tests/support/browser/limited-browser.ts";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { questions } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { title, questions: all } = words.faq;
const [first] = all;

test("an address with #perguntas leads to the questions", async ({ page }) => {
  await disableScrollAnchoring(page);
  await page.goto("/#perguntas");
  await waitForSections(page);
  await expect(page.getByRole("heading", { name: title, exact: true })).toBeInViewport();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("each question opens its answer, closes the one before, and can be closed", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(questions(page).getByRole("heading", { level: 3 })).toHaveText(
      all.map(({ question }) => question),
    );
    for (const { question, answer } of all) {
      await questions(page).getByText(question).click();
      for (const other of all)
        await expect(questions(page).getByText(other.answer)).toBeVisible({
          visible: other.answer === answer,
        });
    }
    await questions(page).getByText(first.question).click();
    await questions(page).getByText(first.question).click();
    await expect(questions(page).getByText(first.answer)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(questions(page).getByText(first.answer)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(questions(page).getByText(first.answer)).toBeHidden();
  });
});
