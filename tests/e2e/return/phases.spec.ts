import { expect, type Locator } from "@playwright/test";
import { openLanding, scrollPage, stoppedAt } from "#tests/support/browser/open-landing.ts";
import { serveInPhase, serveUntilOver } from "#tests/support/browser/page-in-phase.ts";
import { floatingCall } from "#tests/support/browser/page-parts.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import {
  calendarLink,
  expectNoInvitation,
  expectSteps,
  firstScreen,
  groupLink,
  savedSignUp,
  saveSignUp,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

const { after, messages, phases } = words;

test.use({ viewport: { width: 360, height: 740 } });

for (const phase of ["before", "today", "doors", "waiting"] as const)
  test(`in the phase ${phase} a visitor who has signed up sees the group and the calendar, and no floating bar`, async ({
    page,
  }) => {
    await saveSignUp(page);
    await serveInPhase(page, phase);
    await openLanding(page);
    await expectSteps(page, savedSignUp.group);
    await expect(calendarLink(page)).toBeVisible();
    await scrollPage(page, 1_000);
    // The script has shown the bar, and only the styles hide it.
    const bar = page.getByLabel(messages.floating.close);
    await expect(page.locator("[hidden]", { has: bar })).toHaveCount(0);
    await expect(floatingCall(page)).toBeHidden();
  });

test("during the class a visitor who has signed up sees the way into the class first, also in the floating bar, and no calendar", async ({
  page,
}) => {
  await saveSignUp(page);
  await serveInPhase(page, "live");
  await openLanding(page);
  await expectSteps(page, savedSignUp.group);
  await expect(firstScreen(page).getByRole("link").first()).toHaveText(phases.enter);
  await expect(calendarLink(page)).toBeHidden();
  await scrollPage(page, 1_000);
  const enter = page.getByRole("link", { name: phases.enter, exact: true });
  await expect(enter.last()).toBeInViewport();
});

for (const phase of ["over", "replay", "cancelled"] as const) {
  test(`in the phase ${phase} the page asks a visitor who had signed up for the class about the next one`, async ({
    page,
  }) => {
    await saveSignUp(page);
    await serveInPhase(page, phase);
    await openLanding(page);
    await expect(callForNext(firstScreen(page))).toBeVisible();
    await expect(groupLink(page)).toHaveCount(0);
  });

  test(`in the phase ${phase} a visitor who has asked for news of the next class reads that they will come`, async ({
    page,
  }) => {
    await saveSignUp(page, { for: "next" });
    await serveInPhase(page, phase);
    await openLanding(page);
    const place = firstScreen(page);
    await expect(place.getByText(messages.signedUp.doneNext, { exact: true })).toBeVisible();
    await expect(groupLink(place)).toBeVisible();
    await expect(calendarLink(page)).toBeHidden();
    // Only the form asks: it can sign up another person.
    await expect(callForNext(page.getByRole("main"))).toHaveCount(1);
    await expect(callForNext(page.getByRole("region", { name: after.cta }))).toBeVisible();
  });
}

test("an open tab asks about the next class when the class is over", async ({ page }) => {
  await saveSignUp(page);
  await serveUntilOver(page, stoppedAt + 10_000);
  await openLanding(page);
  await groupLink(firstScreen(page)).focus();
  await page.clock.runFor(11_000);
  await expect(callForNext(firstScreen(page))).toBeFocused();
  await expect(groupLink(page)).toHaveCount(0);
});

for (const width of [360, 1280])
  test(`at ${width} px nothing moves when a visitor who has signed up comes back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await saveSignUp(page);
    await recordLayoutShifts(page);
    await openLanding(page);
    await scrollToEnd(page);
    await expectNoInvitation(page);
    expect(await layoutShifts(page)).toEqual([]);
  });

function callForNext(place: Locator): Locator {
  return place.getByRole("button", { name: after.cta, exact: true });
}
