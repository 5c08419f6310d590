import { expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { pointAtForm } from "#tests/support/browser/open-landing.ts";
import {
  malformedPath,
  unknownPath,
  unknownPathComplaints,
} from "#tests/support/browser/other-pages.ts";
import { homeLink } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { hero, messages } = words;
const { notFound, unexpectedError } = messages;

test("an unknown path gets the page for it, is written to the console, and has a link home", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unknownPathComplaints);
  const written = page.waitForEvent("console", (message) => message.text().startsWith("404: "));
  const answer = await page.goto(`${unknownPath}?utm_source=x`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(notFound.title);
  // The script that writes it comes after the first paint, and not at all once the visitor has left the page.
  await written;

  await homeLink(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hero.headline);
});

test("a malformed address gets the error screen, an advice, and a link home", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(failedLoad(400));
  const answer = await page.goto(malformedPath);
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(unexpectedError.title);
  await expect(page.getByText(unexpectedError.malformed)).toBeVisible();

  await homeLink(page).click();
  await expect(page).toHaveURL("/");
});

test("the page for a crash of the server says so, and has a link home", async ({ page }) => {
  await page.route("/", (route) => route.fulfill({ status: 200, path: "dist/500.html" }), {
    times: 1,
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(unexpectedError.title);
  await expect(page.getByText(unexpectedError.text)).toBeVisible();
  await homeLink(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hero.headline);
});

test("a part of the page that breaks in the browser gets the error screen and a link home", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(/AbortController/);
  await page.addInitScript("delete globalThis.AbortController");
  await page.goto("/");
  await pointAtForm(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(unexpectedError.title);
  await expect(page.getByText(unexpectedError.text)).toBeVisible();
  await expect(page.getByText("AbortController")).toHaveCount(0);
  await expect(homeLink(page)).toHaveAttribute("href", "/");
});
