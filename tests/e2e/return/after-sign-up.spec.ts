import { expect, type Page } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import {
  calendarLink,
  expectInvitation,
  expectNoInvitation,
  expectSteps,
  firstScreen,
  groupLink,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { paths } = words;

test.use({ viewport: { width: 360, height: 740 } });

test("after a sign-up the page shows the visitor's own way into the group, on a reload and in a later visit too, and no invitation", async ({
  page,
  context,
}) => {
  const answer = page.waitForResponse(`**${addContactPath}`);
  await openLanding(page);
  await showSuccess(page);
  const { group } = await (await answer).json();
  expect(group).toMatch(/^\/grupo\?inscricao=./);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);

  await reloadLanding(page);
  await expectSteps(page, group);
  const later = await context.newPage();
  await openLanding(later);
  await expectSteps(later, group);
  const download = later.waitForEvent("download");
  await calendarLink(later).click();
  expect((await download).suggestedFilename()).toBe("black-ahsd.ics");
});

for (const group of [undefined, 7, "https://example.com/grupo", "javascript:alert(1)"])
  test(`after a sign-up that was answered with the group ${group} the page leads to the group of all visitors`, async ({
    page,
  }) => {
    await answerLeads(page, (route) => route.fulfill({ json: { ok: true, group } }));
    await openLanding(page);
    await showSuccess(page);
    await reloadLanding(page);
    await expectSteps(page, paths.group);
  });

for (const width of [360, 1280])
  test(`at ${width} px nothing in the page moves when a sign-up takes the invitations away`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLanding(page);
    const before = await placesInPage(page);
    await showSuccess(page);
    await page.keyboard.press("Escape");
    await expectNoInvitation(page);
    await expect(groupLink(firstScreen(page))).toBeVisible();
    expect(await placesInPage(page)).toEqual(before);
  });

test("in a browser that forbids storage the page invites again after a sign-up", async ({
  page,
}) => {
  await forbidStorage(page);
  await openLanding(page);
  await showSuccess(page);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toBeVisible();
  await reloadLanding(page);
  await expectInvitation(page);
});

/** Where the headings, the sentences and the end of the page are. */
function placesInPage(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`
    [...document.querySelectorAll("main :is(h1, h2, h3, p), footer")].map(
      (one) => one.getBoundingClientRect().top + scrollY,
    )`);
}
