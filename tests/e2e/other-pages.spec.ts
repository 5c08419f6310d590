import { expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { openLanding, pointAtForm } from "#tests/support/browser/open-landing.ts";
import {
  malformedPath,
  unknownPath,
  unknownPathComplaints,
} from "#tests/support/browser/other-pages.ts";
import { calmSwitch, homeLink } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { hero, legal, messages, paths, privacy, terms } = words;
const { notFound, unexpectedError } = messages;
const legalPages = [
  { path: paths.privacy, title: privacy.title },
  { path: paths.terms, title: terms.title },
];

/** São Paulo is three hours behind UTC: a new day begins there at 03:00 UTC. */
const midnights = [
  { moment: "2026-03-09T23:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T00:00:00Z", today: "09/03/2026" },
  { moment: "2026-03-10T02:59:59Z", today: "09/03/2026" },
  { moment: "2026-03-10T03:00:00Z", today: "10/03/2026" },
];

test("the footer leads to the legal pages, and their links lead back", async ({ page }) => {
  await page.goto("/");
  for (const { path, title } of legalPages)
    for (const which of ["first", "last"] as const) {
      const footer = page.getByRole("contentinfo");
      await footer.getByRole("link", { name: title, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.getByRole("link", { name: legal.back, exact: true })[which]().click();
      await expect(page).toHaveURL("/");
    }
});

test.describe("for a visitor in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo", locale: "en-US" });

  test("the legal pages show the day in São Paulo, on both sides of midnight", async ({ page }) => {
    for (const { moment, today } of midnights) {
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
    const [start = ""] = messages.success.when.split("{visitorHour}");
    await expect(page.locator("p", { hasText: start })).toContainText(/ \d+h(\d\d)? no seu fuso/);
  });
});

test("unknown and malformed addresses get their own pages, with a way home", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow([...unknownPathComplaints, failedLoad(400)]);
  const written = page.waitForEvent("console", (message) => message.text().startsWith("404: "));
  const answer = await page.goto(`${unknownPath}?utm_source=x`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(notFound.title);
  // The script that writes it comes after the first paint, and not at all once the visitor has left the page.
  await written;
  const malformed = await page.goto(malformedPath);
  expect(malformed?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(unexpectedError.title);
  await expect(page.getByText(unexpectedError.malformed)).toBeVisible();
  await homeLink(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hero.headline, {
    useInnerText: true,
  });
});

test("a part that breaks gets the error screen, calm where that was chosen", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(/AbortController/);
  await openLanding(page);
  await calmSwitch(page).click();
  await page.addInitScript("delete globalThis.AbortController");
  await page.goto("/");
  await pointAtForm(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(unexpectedError.title);
  await expect(page.getByText(unexpectedError.text)).toBeVisible();
  await expect(page.getByText("AbortController")).toHaveCount(0);
  await expect(page.locator("svg").filter({ visible: true })).toHaveCount(0);
  await expect(homeLink(page)).toHaveAttribute("href", "/");
});
