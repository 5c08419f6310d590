import { expect } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openBeforeHydration, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  consentBox,
  heroLink,
  homeLink,
  leadPopup,
  openLeadPopup,
  pageForm,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import {
  expectInvitation,
  expectNoInvitation,
  expectSteps,
  firstScreen,
  groupLink,
  savedSignUp,
  saveSignUp,
  signUpBeforeScript,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { after } = words;

/** Longer than the popup waits. */
const longAfterMs = 60_000;

/** What a page gets that the browser has kept and shows again. Chromium keeps no pages when Playwright drives it. */
const comeBack = `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`;

test.use({ viewport: { width: 360, height: 740 } });

test("a sign-up that was sent before the script had loaded shows its next steps when the visitor comes back", async ({
  page,
}) => {
  const group = await signUpBeforeScript(page);
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await page.reload();
  await expectSteps(page, group);
});

test("a sign-up for the class that was sent before the script had loaded counts for the class only, also when the page is loaded again after the class", async ({
  page,
}) => {
  await signUpBeforeScript(page);
  await homeLink(page).click();
  await expect(groupLink(firstScreen(page))).toBeVisible();
  await serveInPhase(page, "over");
  for (const _ of [1, 2]) {
    await reloadLanding(page);
    const callForNext = firstScreen(page).getByRole("button", { name: after.cta, exact: true });
    await expect(callForNext).toBeVisible();
    await expect(groupLink(page)).toHaveCount(0);
  }
});

test("a sign-up that was sent before the script had loaded is remembered when the visitor goes back, and in a later visit", async ({
  page,
  context,
}) => {
  const group = await signUpBeforeScript(page);
  await page.goBack();
  await expectSteps(page, group);
  const later = await context.newPage();
  await openBeforeHydration(later);
  await expectSteps(later, group);
  await later.clock.runFor(longAfterMs);
  await expect(leadPopup(later)).toBeHidden();
});

test("a page that the browser has kept with its open popup shows the next steps when the visitor goes back to it", async ({
  page,
  context,
}) => {
  await openBeforeHydration(page);
  const popup = await openLeadPopup(page);
  const group = await signUpBeforeScript(await context.newPage());
  await expect(popup).toBeVisible();
  await page.evaluate(comeBack);
  await expect(popup).toBeHidden();
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);
  await expectNoInvitation(page);
});

for (const [what, saved] of [
  ["no sign-up", undefined],
  ["a sign-up of the year before", { year: savedSignUp.year - 1 }],
] as const)
  test(`with ${what} on the device a kept page still has its open popup when the visitor goes back to it`, async ({
    page,
  }) => {
    if (saved) await saveSignUp(page, saved);
    await openBeforeHydration(page);
    const popup = await openLeadPopup(page);
    await page.evaluate(comeBack);
    await expect(popup).toBeVisible();
    await page.keyboard.press("Escape");
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
