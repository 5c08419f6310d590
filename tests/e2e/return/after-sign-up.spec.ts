import { expect, type Locator, type Page } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { forbidStorage } from "#tests/support/browser/limited-browser.ts";
import {
  openBeforeHydration,
  openLanding,
  reloadLanding,
} from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  homeLink,
  leadPopup,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import {
  calendarLink,
  callForNext,
  expectInvitation,
  expectNoInvitation,
  expectSteps,
  firstScreen,
  groupLink,
  savedSignUp,
  saveOnOpenPage,
  saveSignUp,
  signUpBeforeScript,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const widths = [360, 1280];
const aboveForm = "main :is(h1, h2, h3, p):not(#form-section :is(h3, p))";

test.use({ viewport: { width: 360, height: 740 } });

test("after a sign-up the page leads to the group, in later visits too", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const group = await answeredGroup(page, () => showSuccess(page));
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

test("a visitor who has signed up signs up two others, by keyboard", async ({ page, site }) => {
  await saveSignUp(page);
  await openLanding(page);
  const call = page.getByRole("button", { name: words.signedUp.anotherCall, exact: true });
  const groups: string[] = [savedSignUp.group];
  for (const other of [visitor(), visitor()]) {
    await call.press("Enter");
    await fillIn(leadPopup(page), other);
    const group = await answeredGroup(page, () => submitButton(leadPopup(page)).press("Enter"));
    await expect(groupLink(successPopup(page))).toHaveAttribute("href", group);
    expect(groups).not.toContain(group);
    groups.push(group);
    expect(site.submissions()).toContainEqual(other);
    await page.keyboard.press("Escape");
    await expect(call).toBeFocused();
    await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  }
  await reloadLanding(page);
  await expectSteps(page, groups.at(-1) ?? "");
});

test("nothing above the form moves when a sign-up takes the invitations away", async ({ page }) => {
  await openLanding(page);
  const before = await placesAtWidths(page);
  await showSuccess(page);
  await page.keyboard.press("Escape");
  await expectNoInvitation(page);
  await expect(groupLink(firstScreen(page))).toBeVisible();
  expect(await placesAtWidths(page)).toEqual(before);
});

test("without storage the page invites again after a sign-up", async ({ page }) => {
  await forbidStorage(page);
  await openLanding(page);
  await showSuccess(page);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toBeVisible();
  await reloadLanding(page);
  await expectInvitation(page);
});

/** Signs up, and returns the person's link to the group that the lead function answers. */
async function answeredGroup(page: Page, signUp: () => Promise<unknown>): Promise<string> {
  const coming = page.waitForResponse(`**${addContactPath}`);
  await signUp();
  await expect(successPopup(page)).toBeVisible();
  const { group } = await (await coming).json();
  return group;
}

/** Where the headings and the sentences are, down to the form's heading, in a narrow and in a wide window. */
async function placesAtWidths(page: Page): Promise<number[]> {
  const places: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    places.push(...(await placesOf(page.locator(aboveForm))));
  }
  return places;
}

function placesOf(parts: Locator): Promise<number[]> {
  return parts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top + one.ownerDocument.defaultView.scrollY),
  );
}

/** Longer than the popup waits. */
const longAfterMs = 60_000;

/** What a page gets that the browser has kept and shows again. Chromium keeps no pages when Playwright drives it. */
const comeBack = `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`;

test("a sign-up sent before the script counts for the class, and for it only", async ({ page }) => {
  const group = await signUpBeforeScript(page);
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await page.reload();
  await expectSteps(page, group);
  await serveInPhase(page, "over");
  for (const _ of [1, 2]) {
    await reloadLanding(page);
    await expect(callForNext(firstScreen(page))).toBeVisible();
    await expect(groupLink(page)).toHaveCount(0);
  }
});

test.describe("when it may open", () => {
  test.use({ popupOpensByItself: true });

  test("the popup stays away after a sign-up that was sent before the script", async ({
    page,
    context,
  }) => {
    const group = await signUpBeforeScript(page);
    await page.goBack();
    await expectSteps(page, group);
    const later = await context.newPage();
    await openBeforeHydration(later);
    await expectSteps(later, group);
    await later.clock.fastForward(longAfterMs);
    await expect(leadPopup(later)).toBeHidden();
  });
});

test("a kept page closes its popup only after a sign-up for this class", async ({
  page,
  context,
}) => {
  await openBeforeHydration(page);
  const popup = await openLeadPopup(page);
  await page.evaluate(comeBack);
  await expect(popup).toBeVisible();
  await saveOnOpenPage(page, { ...savedSignUp, year: savedSignUp.year - 1 });
  await page.evaluate(comeBack);
  await expect(popup).toBeVisible();
  await page.keyboard.press("Escape");
  await expectInvitation(page);
  await openLeadPopup(page);
  const group = await signUpBeforeScript(await context.newPage());
  await expect(popup).toBeVisible();
  await page.evaluate(comeBack);
  await expect(popup).toBeHidden();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await expectNoInvitation(page);
});
