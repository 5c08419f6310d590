import { expect } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { label, text } = words.messages.friend;

test("who comes back after a sign-up invites a friend in a chat, with the text and the site's address", async ({
  page,
  requestsElsewhere,
}) => {
  await openLanding(page);
  const invitation = page.getByRole("link", { name: label, exact: true });
  await expect(invitation).toHaveCount(0);
  await saveSignUp(page);
  await page.reload();
  const opened = page.context().waitForEvent("page");
  await invitation.click();
  const tab = await opened;
  await tab.getByText("Elsewhere", { exact: true }).waitFor();
  expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);

  const [address = "", ...others] = requestsElsewhere;
  expect(others).toEqual([]);
  const message = new URL(address).searchParams.get("text") ?? "";
  const [, siteUrl = ""] = message.split(text);
  expect(siteUrl).toMatch(/^ https?:\/\/[^/]+\/\?utm_source=indicacao$/);
  expect(address).toBe(fill(links.supportChat, { phone: "" }) + encodeURIComponent(message));
});
