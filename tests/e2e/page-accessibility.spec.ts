import { expect, type Page } from "@playwright/test";
import { violationsOn } from "#tests/support/axe.ts";
import { openLanding, openLeadPopup } from "#tests/support/landing.ts";
import { test } from "#tests/support/site-test.ts";

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

    for (const path of [
      "/politica-privacidade",
      "/termos-uso",
      "/inscricao-recebida",
      "/nao-existe",
      "/%E0%A4%A",
    ]) {
      test(`${path} shuts nobody out`, async ({ page, complaints }) => {
        await page.goto(path);
        expect(await violationsOn(page)).toEqual([]);
        complaints.length = 0;
      });
    }

    for (const file of ["500.html", "422.html"]) {
      test(`${file} shuts nobody out`, async ({ page }) => {
        await page.route("/", (route) => route.fulfill({ path: `dist/${file}` }));
        await page.goto("/");
        expect(await violationsOn(page)).toEqual([]);
      });
    }
  });
}
