import { expect } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { test } from "#tests/support/browser/site-test.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

test("the presenter's support chat opens in a new tab, to a phone and an empty text", async ({
  page,
}) => {
  await page.goto("/");
  const presenter = page.getByRole("region", { name: "QUEM ESTARÁ COM VOCÊ NESSA JORNADA" });
  const chat = presenter.getByRole("link", { name: "Falar com Suporte Humano" });
  const address = new URL((await chat.getAttribute("href")) ?? "");
  expect(address.host).toBe("wa.me");
  expect(address.pathname).toMatch(/^\/55\d{10,11}$/);
  expect([...address.searchParams]).toEqual([["text", ""]]);

  const opened = page.context().waitForEvent("page");
  await chat.click();
  await opened;
  await expect(presenter).toBeInViewport();
});

test("the presenter has a photo", async ({ page }) => {
  await page.goto("/");
  const photo = page.getByRole("img", { name: "Foto de quem apresenta a aula" });
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
});

test("the footer tells the offer, the company and where the rules stand", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Black AHSD");
  await expect(footer).toContainText(
    "Aula ao vivo sobre altas habilidades e neurodivergência, em 11 de novembro, às 20h.",
  );
  await expect(footer).toContainText(/CNPJ \d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/);
  const email = footer.getByRole("link", { name: "@" });
  await expect(email).toHaveAttribute("href", `mailto:${await email.textContent()}`);
});

for (const { name, path } of [
  { name: "Política de Privacidade", path: "/politica-privacidade" },
  { name: "Termos de Uso", path: "/termos-uso" },
]) {
  test(`the footer leads to ${path}, and back leads home`, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("link", { name: "Voltar para a página inicial" }).first().click();
    await expect(page).toHaveURL("/");
  });
}
