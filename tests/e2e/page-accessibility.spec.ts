import { expect, type Locator, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import {
  openLanding,
  openLeadPopup,
  pageForm,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { violationsOn } from "#tests/support/looks/axe.ts";
import { faintTexts } from "#tests/support/looks/contrast.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

const states = [
  { name: "as it opens", reach: async (_: Page) => {} },
  {
    name: "with an answer open",
    reach: (page: Page) => page.getByText("E se eu não gostar?").click(),
  },
  {
    name: "with a lesson playing",
    reach: (page: Page) => page.getByRole("link", { name: "Assistir à aula: Trauma" }).click(),
  },
  { name: "with the popup open", reach: (page: Page) => openLeadPopup(page) },
  {
    name: "with fields to mend",
    reach: async (page: Page) => submitButton(await openLeadPopup(page)).click(),
  },
  {
    name: "after a sign-up",
    reach: async (page: Page) => {
      await send(await openLeadPopup(page));
      await expect(successPopup(page)).toBeVisible();
    },
  },
  {
    name: "with a toast",
    reach: async (page: Page) => {
      await send(pageForm(page));
      await expect(page.getByRole("alert").filter({ hasText: "Aceite necessário" })).toBeVisible();
    },
  },
  { name: "in calm mode", reach: (page: Page) => page.getByText("Modo calmo").click() },
];

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const { name, reach } of states) {
      test(`the landing page shuts nobody out ${name}`, async ({ page }) => {
        await openLanding(page);
        await reach(page);
        expect(await violationsOn(page)).toEqual([]);
      });
    }

    test("the other pages shut nobody out", async ({ page, complaints }) => {
      for (const path of [
        "/politica-privacidade",
        "/termos-uso",
        "/inscricao-recebida",
        "/nao-existe",
        "/%E0%A4%A",
      ]) {
        await page.goto(path);
        expect(await violationsOn(page), path).toEqual([]);
      }
      complaints.length = 0;
    });

    test("the pages for a crash and for a form to mend shut nobody out", async ({ page }) => {
      for (const file of ["500.html", "422.html"]) {
        await page.route("/", (route) => route.fulfill({ path: `dist/${file}` }));
        await page.goto("/");
        expect(await violationsOn(page), file).toEqual([]);
      }
    });

    test("every text of the landing page stands out from its ground", async ({ page }) => {
      await openLanding(page);
      expect(await faintTexts(page)).toEqual([]);
    });
  });
}

test("before any script has come the landing page shuts nobody out", async ({ page }) => {
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/");
  expect(await violationsOn(page)).toEqual([]);
});

test("the keyboard can skip to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Pular para o conteúdo" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "QUERO GARANTIR MINHA VAGA" })).toBeFocused();
});

test("the page has its landmarks, each once", async ({ page }) => {
  await page.goto("/");
  for (const role of ["banner", "main", "contentinfo", "navigation"] as const)
    await expect(page.getByRole(role)).toHaveCount(1);
});

async function send(form: Locator) {
  await fillIn(form, visitor());
  await submitButton(form).click();
}
