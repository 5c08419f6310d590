import { expect, type Locator, type Page } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, paths } = words;
const { label, text } = messages.friend;

test.use({ viewport: { width: 360, height: 640 } });

test("an invitation opens a chat with the text and the site's address", async ({
  page,
  requestsElsewhere,
}) => {
  await serveInPhase(page, "before");
  await openLanding(page);
  await showSuccess(page);
  const own = await page.locator("[rel=canonical]").getAttribute("href");
  const tab = await inviteInChat(page);
  expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
  expectMessage(requestsElsewhere);
  expect(requestsElsewhere[0]).toContain(encodeURIComponent(` ${own}?utm_source`));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an invitation opens a chat too", async ({ page, requestsElsewhere }) => {
    await serveInPhase(page, "before", paths.received);
    await page.goto(paths.received);
    await inviteInChat(page);
    expectMessage(requestsElsewhere);
  });
});

function friendLink(page: Page): Locator {
  return page.getByRole("link", { name: label, exact: true });
}

/** Follows the link to a friend in a new tab, which the journey itself answers. */
async function inviteInChat(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await friendLink(page).click();
  const tab = await opened;
  await tab.getByText("Elsewhere", { exact: true }).waitFor();
  return tab;
}

/** The only address that was opened is that of a chat without a number, with the text and the site's address. */
function expectMessage([opened = "", ...others]: string[]): void {
  expect(others).toEqual([]);
  const message = new URL(opened).searchParams.get("text") ?? "";
  const [, siteUrl = ""] = message.split(text);
  expect(siteUrl).toMatch(/^ https?:\/\/[^/]+\/\?utm_source=indicacao$/);
  expect(opened).toBe(fill(links.supportChat, { phone: "" }) + encodeURIComponent(message));
}
