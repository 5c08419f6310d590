import { expect, type Page } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  consentBox,
  heroLink,
  homeLink,
  openLeadPopup,
  pageForm,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
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
import { visitor } from "#tests/support/browser/visitor.ts";
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
  await page.clock.runFor(50);
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
    await page.clock.runFor(50);
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

test("a sign-up that was sent before the script had loaded shows its next steps when the visitor comes back", async ({
  page,
}) => {
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/");
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  const group = await groupOfReceivedPage(page);
  await page.unroute("**/assets/*.js");
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await page.reload();
  await expectSteps(page, group);
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

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page invites again after a sign-up", async ({ page }) => {
    await page.goto("/");
    await heroLink(page).click();
    await fillIn(pageForm(page), visitor());
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await homeLink(page).click();
    await expectInvitation(page);
  });
});

/** Where the headings, the price of the first screen and the end of the page are. */
function placesInPage(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`
    [...document.querySelectorAll("main :is(h1, h2, h3), .hero__price, footer")].map(
      (one) => one.getBoundingClientRect().top + scrollY,
    )`);
}

/** The address of the group for the visitor who has just reached the page that follows a sign-up without script. */
async function groupOfReceivedPage(page: Page): Promise<string> {
  await expect(page).toHaveURL(receivedAddress);
  return `${paths.group}${new URL(page.url()).search}`;
}
