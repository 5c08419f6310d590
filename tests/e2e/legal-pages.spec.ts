import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { legal } = words;

const legalPages = [
  { path: words.paths.privacy, text: words.privacy },
  { path: words.paths.terms, text: words.terms },
];

/** São Paulo is three hours behind UTC: a new day begins there at 03:00 UTC. */
const midnights = [
  { moment: "2026-03-09T23:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T00:00:00Z", today: "09/03/2026" },
  { moment: "2026-03-10T02:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T03:00:00Z", today: "10/03/2026" },
];

test.describe("for a visitor in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo", locale: "en-US" });

  for (const { moment, today } of midnights) {
    test(`at ${moment} both legal pages show ${today}`, async ({ page }) => {
      await page.clock.setFixedTime(moment);
      for (const { path } of legalPages) {
        await page.goto(path);
        const updated = legal.updated.replace("{today}", today);
        await expect(page.getByText(updated, { exact: true })).toBeVisible();
      }
    });
  }
});

for (const { path, text } of legalPages) {
  test(`${path} has its text, and a link back at its top and at its end`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.title);
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(5);
    const back = page.getByRole("link", { name: legal.back, exact: true });
    await expect(back).toHaveCount(2);
    await back.last().click();
    await expect(page).toHaveURL("/");
  });

  test(`the footer leads to ${path}, and the link back leads to the landing page`, async ({
    page,
  }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: text.title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
    await page.getByRole("link", { name: legal.back, exact: true }).first().click();
    await expect(page).toHaveURL("/");
  });
}

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path } of legalPages) {
    test(`${path} shows a word in place of the date`, async ({ page }) => {
      await page.goto(path);
      const updated = legal.updated.replace("{today}", legal.today);
      await expect(page.getByText(updated, { exact: true })).toBeVisible();
    });
  }
});
