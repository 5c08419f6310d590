import { expect, type Page } from "@playwright/test";
import {
  openLanding,
  openLeadPopup,
  reloadLanding,
  scriptCame,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("the calm mode is remembered over a reload, on and off", async ({ page }) => {
  await openLanding(page);
  await expect(calmMode(page)).not.toBeChecked();
  await page.getByText("Modo calmo").click();
  await reloadLanding(page);
  await expect(calmMode(page)).toBeChecked();
  await page.getByText("Modo calmo").click();
  await reloadLanding(page);
  await expect(calmMode(page)).not.toBeChecked();
});

test("the calm mode takes the ornaments away and brings them back", async ({ page }) => {
  await page.goto("/");
  await expect(ornaments(page)).toHaveCount(2);
  await page.getByText("Modo calmo").click();
  await expect(ornaments(page)).toHaveCount(0);
  await page.getByText("Modo calmo").click();
  await expect(ornaments(page)).toHaveCount(2);
});

test("in calm mode the popup does not open by itself, and the page loses no words", async ({
  page,
}) => {
  await openLanding(page);
  const words = await page.getByRole("main").allInnerTexts();
  await page.getByText("Modo calmo").click();
  await page.clock.runFor(60_000);
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.getByRole("main").allInnerTexts()).toEqual(words);
});

for (const path of ["/inscricao-recebida", "/nao/existe", "/%E0%A4%A"])
  test(`what was chosen holds on ${path} too`, async ({ page, complaints }) => {
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(1);
    await openLanding(page);
    await page.getByText("Modo calmo").click();
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(0);
    await page.goto("/");
    await scriptCame(page);
    await page.getByText("Modo calmo").click();
    await page.goto(path);
    await expect(ornaments(page)).toHaveCount(1);
    complaints.length = 0;
  });

for (const path of ["/politica-privacidade", "/termos-uso"])
  test(`${path} knows what was chosen`, async ({ page }) => {
    await openLanding(page);
    await page.getByText("Modo calmo").click();
    await page.goto(path);
    await expect(page.locator("html[data-calm]")).toHaveCount(1);
  });

test("what was chosen holds for a sign-up without the script that was refused", async ({
  page,
  complaints,
}) => {
  await openLanding(page);
  await page.getByText("Modo calmo").click();
  await page.route("**/assets/hydrate-*.js", (route) => route.abort());
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor({ name: " " }));
  await submitButton(popup).click();
  await expect(page.getByRole("heading", { name: "Confira seus dados" })).toBeVisible();
  await expect(ornaments(page)).toHaveCount(0);
  complaints.length = 0;
});

test("what was chosen holds when the page breaks", async ({ page, complaints }) => {
  await openLanding(page);
  await page.getByText("Modo calmo").click();
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "IntersectionObserver");
  });
  await page.goto("/");
  await scriptCame(page);
  await page.clock.runFor(50);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(ornaments(page)).toHaveCount(0);
  complaints.length = 0;
});

test("in calm mode the arrows of the testimonials jump", async ({ page }) => {
  await openLanding(page);
  await page.getByText("Modo calmo").click();
  const strip = page.getByRole("region", { name: "Depoimentos", exact: true }).getByRole("list");
  await expect(strip).toHaveCSS("scroll-behavior", "auto");
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the calm mode works for the page that is open", async ({ page }) => {
    await page.goto("/");
    await page.getByText("Modo calmo").click();
    await expect(calmMode(page)).toBeChecked();
    await expect(ornaments(page)).toHaveCount(0);
  });
});

test.describe("where storage is forbidden", () => {
  test("the calm mode works for the page that is open", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get: () => {
          throw new Error("forbidden");
        },
      });
    });
    await openLanding(page);
    await page.getByText("Modo calmo").click();
    await expect(calmMode(page)).toBeChecked();
    await expect(ornaments(page)).toHaveCount(0);
  });
});

function calmMode(page: Page) {
  return page.getByLabel("Modo calmo");
}

/** The drawn infinity lines that are to be seen: they have no words to ask for. */
function ornaments(page: Page) {
  return page.locator("svg[viewBox='0 0 120 60']").filter({ visible: true });
}
