import { expect, type Page } from "@playwright/test";
import { openLanding, reloadLanding } from "#tests/support/landing.ts";
import { test } from "#tests/support/site-test.ts";

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
