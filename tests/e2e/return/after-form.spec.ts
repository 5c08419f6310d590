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
  callForNext,
  expectInvitation,
  expectNoInvitation,
  expectSteps,
  firstScreen,
  groupLink,
  savedSignUp,
  saveOnOpenPage,
  signUpBeforeScript,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

/** Longer than the popup waits. */
const longAfterMs = 60_000;

/** What a page gets that the browser has kept and shows again. Chromium keeps no pages when Playwright drives it. */
const comeBack = `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`;

test.use({ viewport: { width: 360, height: 740 } });

test("a sign-up that was sent before the script counts for the class, and for it only", async ({
  page,
}) => {
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
    await later.clock.runFor(longAfterMs);
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
