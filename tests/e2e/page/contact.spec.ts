import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { presenter } = words;

test("the presenter's support chat opens in a new tab, with a phone number and an empty text", async ({
  page,
}) => {
  await page.goto("/");
  const section = page.getByRole("region", { name: presenter.title, exact: true });
  const chat = section.getByRole("link", { name: presenter.support, exact: true });
  const address = new URL((await chat.getAttribute("href")) ?? "");
  expect(address.host).toBe("wa.me");
  expect(address.pathname).toMatch(/^\/55\d{10,11}$/);
  expect([...address.searchParams]).toEqual([["text", ""]]);

  const opened = page.context().waitForEvent("page");
  await chat.click();
  await opened;
  await expect(section).toBeInViewport();
});

test("the presenter has a photo", async ({ page }) => {
  await page.goto("/");
  const photo = page.getByRole("img", { name: presenter.alt, exact: true });
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
});

test("the footer has the offer, the company's number and the e-mail for support", async ({
  page,
}) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(words.footer.name);
  await expect(footer).toContainText(words.footer.description);
  await expect(footer).toContainText(words.footer.companyNumber);
  await expect(footer).toContainText(/\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/);
  const email = footer.getByRole("link", { name: "@" });
  await expect(email).toHaveAttribute("href", `mailto:${await email.textContent()}`);
});
