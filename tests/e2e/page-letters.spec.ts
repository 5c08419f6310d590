import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/landing.ts";
import { test } from "#tests/support/site-test.ts";

const fallback = '"Atkinson as Arial", sans-serif';
const ownFace = `Atkinson, ${fallback}`;

test("all texts, from the first screen to the last, change to their own face when it is here", async ({
  page,
}) => {
  await openLanding(page);
  for (const text of texts(page)) await expect(text).toHaveCSS("font-family", ownFace);
});

test("without their own face all texts stay in the one that is here", async ({
  page,
  complaints,
}) => {
  await page.route("**/atkinson-*.woff2", (route) => route.abort());
  await openLanding(page);
  for (const text of texts(page)) await expect(text).toHaveCSS("font-family", fallback);
  complaints.length = 0;
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("all texts ask for their own face at once", async ({ page }) => {
    await page.goto("/");
    for (const text of texts(page)) await expect(text).toHaveCSS("font-family", ownFace);
  });
});

function texts(page: Page) {
  const paragraphs = page.locator("main p");
  return [paragraphs.first(), paragraphs.last(), page.locator("footer address")];
}
