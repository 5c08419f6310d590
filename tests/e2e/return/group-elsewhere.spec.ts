import { expect } from "@playwright/test";
import { links } from "#content/links.ts";
import { test } from "#tests/support/browser/guarded-test.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { homeLink } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { firstScreen, groupLink } from "#tests/support/browser/signed-up.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages, paths } = words;

test("with the lead function elsewhere the links to the group lead there", async ({
  page,
  elsewhere: { pages, lead },
}) => {
  await page.goto(pages.url);
  await hydrateByUse(page);
  const popup = await showSuccess(page);
  const group = (await groupLink(popup).getAttribute("href")) ?? "";
  const start = `${lead.url}${paths.group}?inscricao=`;
  expect(group.slice(0, start.length)).toBe(start);
  await expect(popup.getByRole("link", { name: messages.success.otherGroup })).toHaveAttribute(
    "href",
    group.replace(paths.group, paths.otherGroup),
  );
  const answer = await page.request.get(group, { maxRedirects: 0 });
  expect(answer.headers()["location"]).toBe(links.group);

  await page.reload();
  await hydrateByUse(page);
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);

  // A sign-up that the function has first refused comes from its origin, and is remembered too.
  await page.evaluate("localStorage.clear()");
  await page.goto(`${pages.url}${paths.received}`, { referer: lead.url });
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toBeVisible();
});
