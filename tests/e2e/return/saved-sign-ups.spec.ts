import { expect } from "@playwright/test";
import { openBeforeHydration, openLanding } from "#tests/support/browser/open-landing.ts";
import { serveUntilNextYear } from "#tests/support/browser/page-in-phase.ts";
import { leadPopup, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import {
  expectInvitation,
  expectSteps,
  savedSignUp,
  saveOnDevice,
  saveSignUp,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";

/** Longer than the popup waits. */
const longAfterMs = 60_000;
/** A tab to which the visitor comes back asks the server within this time. */
const questionMs = 300;

test.use({ viewport: { width: 360, height: 740 } });

test("a visitor who comes back to an open tab in the next year is invited again", async ({
  page,
}) => {
  await saveSignUp(page);
  await serveUntilNextYear(page, savedSignUp.year + 1);
  await openLanding(page);
  await expectSteps(page, savedSignUp.group);
  await page.evaluate("document.dispatchEvent(new Event('resume'))");
  await page.clock.runFor(questionMs);
  await expectInvitation(page);
});

test("in the next year the page invites again, and the popup stays away", async ({ page }) => {
  await saveSignUp(page, { year: savedSignUp.year - 1 });
  await openBeforeHydration(page);
  await expectInvitation(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

test("after a sign-up that was saved without its year the page invites, and the popup stays away", async ({
  page,
}) => {
  await saveSignUp(page, { year: undefined });
  await openBeforeHydration(page);
  await expectInvitation(page);
  await page.clock.runFor(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
});

for (const damaged of ["{", "null", "7", '"class"', "[]", '{"year":"x","for":{},"group":[]}'])
  test(`with the damaged value ${damaged} on the device the page invites, without a complaint`, async ({
    page,
  }) => {
    await saveOnDevice(page, damaged);
    await openLanding(page);
    await expectInvitation(page);
    await openLeadPopup(page);
    await expect(leadPopup(page)).toBeVisible();
  });
