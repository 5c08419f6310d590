import { expect } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { test } from "#tests/support/browser/site-test.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

const legalPages = [
  { path: "/politica-privacidade", title: "Política de Privacidade" },
  { path: "/termos-uso", title: "Termos de Uso" },
];

/** São Paulo is three hours behind UTC: its day turns at 03:00 there. */
const midnights = [
  { moment: "2026-03-09T23:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T00:00:00Z", today: "09/03/2026" },
  { moment: "2026-03-10T02:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T03:00:00Z", today: "10/03/2026" },
];

test.describe("to someone in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo", locale: "en-US" });

  for (const { moment, today } of midnights) {
    test(`at ${moment} both legal pages say ${today}`, async ({ page }) => {
      await page.clock.setFixedTime(moment);
      for (const { path } of legalPages) {
        await page.goto(path);
        await expect(page.getByText("Última atualização")).toHaveText(
          `Última atualização: ${today}`,
        );
      }
    });
  }
});

for (const { path, title } of legalPages) {
  test(`${path} has its text, and links back at its top and its end`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(5);
    const back = page.getByRole("link", { name: "Voltar para a página inicial" });
    await expect(back).toHaveCount(2);
    await back.last().click();
    await expect(page).toHaveURL("/");
  });
}

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path } of legalPages) {
    test(`${path} says "hoje"`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText("Última atualização")).toHaveText("Última atualização: hoje");
    });
  }
});

test("an unknown path is told on the page and to the console, and leads home", async ({
  page,
  complaints,
}) => {
  const answer = await page.goto("/nao/existe?utm_source=x");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await expect.poll(() => complaints).toContainEqual(expect.stringMatching(/404.*\/nao\/existe$/));
  complaints.length = 0;

  await page.getByRole("link", { name: "Voltar para a página inicial" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A maior oferta");
});

test("a malformed address gets the error screen, what to do, and the way home", async ({
  page,
  complaints,
}) => {
  const answer = await page.goto("/%E0%A4%A");
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByText("O endereço que você abriu não é válido.")).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400 (Bad Request)")]);

  await page.getByRole("link", { name: "Voltar para a página inicial" }).click();
  await expect(page).toHaveURL("/");
});

test("the page for a crash says so, says nothing of its inside, and leads home", async ({
  page,
}) => {
  await page.route("/", (route) => route.fulfill({ status: 200, path: "dist/500.html" }), {
    times: 1,
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByText("Houve um erro no nosso sistema.")).toBeVisible();
  await page.getByRole("link", { name: "Voltar para a página inicial" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A maior oferta");
});

test("a part of the page that breaks in the browser gets the error screen and the way home", async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "IntersectionObserver");
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByText("Houve um erro no nosso sistema.")).toBeVisible();
  await expect(page.getByText("IntersectionObserver")).toHaveCount(0);
  expect(complaints.splice(0)).toContainEqual(expect.stringContaining("IntersectionObserver"));

  await expect(page.getByRole("link", { name: "Voltar para a página inicial" })).toHaveAttribute(
    "href",
    "/",
  );
});
