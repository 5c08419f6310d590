import { expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { legal, messages, paths, privacy, terms } = words;
const legalPages = [
  { path: paths.privacy, title: privacy.title },
  { path: paths.terms, title: terms.title },
];

/** São Paulo is three hours behind UTC: a new day begins there at 03:00 UTC. */
const midnight = [
  { moment: "2026-03-10T02:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T03:00:00Z", today: "10/03/2026" },
];

test.describe("for a visitor in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo", locale: "en-US" });

  test("the legal pages show the day in São Paulo, on both sides of midnight", async ({ page }) => {
    for (const { moment, today } of midnight) {
      await page.clock.setFixedTime(moment);
      for (const { path } of legalPages) {
        await page.goto(path);
        const updated = legal.updated.replace("{today}", today);
        await expect(page.getByText(updated, { exact: true }), moment).toBeVisible();
      }
    }
  });
});

test.describe("for a visitor in Manaus", () => {
  test.use({ timezoneId: "America/Manaus" });

  test("the page that follows a sign-up says the visitor's hour too", async ({ page }) => {
    await page.goto(paths.received);
    const ownHour = page.getByText(/ \d+h(\d\d)? no seu fuso/).filter({ visible: true });
    await expect(ownHour).toHaveCount(1);
  });
});

test("an error screen shows the status of the answer as the error's message", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(failedLoad(400));
  await page.goto("/%E0%A4%A");
  const { title, malformed } = messages.unexpectedError;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.locator("h1 + p")).toHaveText("Error 400");
  await expect(page.getByText(malformed)).toBeVisible();
});
