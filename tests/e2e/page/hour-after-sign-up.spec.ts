import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

test.use({ timezoneId: "America/Manaus" });

test("the page that follows a sign-up says the visitor's hour too", async ({ page }) => {
  await page.goto(words.paths.received);
  const [start = ""] = words.messages.success.when.split("{visitorHour}");
  await expect(page.locator("p", { hasText: start })).toContainText(/ \d+h(\d\d)? no seu fuso/);
});
