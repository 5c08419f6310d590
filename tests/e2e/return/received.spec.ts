import { expect } from "@playwright/test";
import { receivedPath } from "#tests/support/browser/other-pages.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { homeLink } from "#tests/support/browser/page-parts.ts";
import {
  expectInvitation,
  firstScreen,
  groupLink,
  signUpBeforeScript,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

test("a visitor who opens the address of somebody else's received sign-up has not signed up", async ({
  page,
  context,
}) => {
  await signUpBeforeScript(page);
  const address = page.url();
  await page.evaluate("localStorage.clear()");
  const other = await context.newPage();
  await other.goto(address);
  await homeLink(other).click();
  await expectInvitation(other);
});

test("a received sign-up for the class that is loaded again after the class stays one for the class", async ({
  page,
}) => {
  await signUpBeforeScript(page);
  await serveInPhase(page, "over", receivedPath);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-phase", "over");
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toBeVisible();
});

test("a sign-up that is received after the class is one for news of the next class", async ({
  page,
  site,
}) => {
  await serveInPhase(page, "over", receivedPath);
  await serveInPhase(page, "over");
  // Not through the form, because Playwright cannot change a page to which an answer has led.
  await page.goto(receivedPath, { referer: site.url });
  await homeLink(page).click();
  await expect(page.getByText(words.messages.signedUp.doneNext, { exact: true })).toBeVisible();
});
