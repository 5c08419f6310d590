import { expect, type Locator, type Page } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { success } from "#content/success.ts";
import type { Phase } from "#event/phase.ts";
import { addContactPath, leadFields } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding, reloadLanding, scrollPage } from "#tests/support/browser/open-landing.ts";
import {
  serveInPhase,
  serveUntilNextYear,
  showPhase,
} from "#tests/support/browser/page-in-phase.ts";
import {
  floatingCall,
  leadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import {
  anotherCall,
  calendarLink,
  callForNext,
  expectInvitation,
  expectNoInvitation,
  expectSteps,
  filledLinks,
  firstScreen,
  groupLink,
  savedSignUp,
  saveSignUp,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

const { messages, phases } = words;
const { group } = savedSignUp;
const afterClass: Phase[] = ["over", "replay", "cancelled"];
/** A tab to which the visitor returns asks the server within this time. */
const questionMs = 300;

test.use({ viewport: { width: 360, height: 640 } });

// When a test ends, the tab may still wait for an answer of the server.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("after a sign-up the page leads to the group, and in later visits others sign up", async ({
  page,
  context,
  site,
  requestsElsewhere,
}) => {
  await openLanding(page);
  const invitation = page.getByRole("link", { name: messages.friend.label, exact: true });
  await expect(invitation).toHaveCount(0);
  const group = await answeredGroup(page, () => showSuccess(page));
  expect(group).toMatch(/^\/grupo\?inscricao=./);
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toHaveAttribute("href", group);

  await reloadLanding(page);
  await expectSteps(page, group);
  await test.step("who comes back invites a friend in a chat, with the text and the site's address", async () => {
    const opened = context.waitForEvent("page");
    await invitation.click();
    const tab = await opened;
    await tab.getByText("Elsewhere", { exact: true }).waitFor();
    expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
    expectInvitingChat(requestsElsewhere);
    await tab.close();
  });

  const later = await context.newPage();
  await openLanding(later);
  await expectSteps(later, group);
  const download = later.waitForEvent("download");
  await calendarLink(later).click();
  expect((await download).suggestedFilename()).toBe("black-ahsd.ics");

  await test.step("a visitor who has signed up signs up two others, by keyboard", async () => {
    const call = anotherCall(later);
    const groups = [group];
    for (const other of [visitor(), visitor()]) {
      await call.press("Enter");
      await fillIn(leadPopup(later), other);
      const next = await answeredGroup(later, () => submitButton(leadPopup(later)).press("Enter"));
      await expect(groupLink(successPopup(later))).toHaveAttribute("href", next);
      expect(groups).not.toContain(next);
      groups.push(next);
      expect(site.submissions()).toContainEqual(other);
      await later.keyboard.press("Escape");
      await expect(call).toBeFocused();
      await expect(groupLink(firstScreen(later))).toHaveAttribute("href", next);
    }
    await reloadLanding(later);
    await expectSteps(later, groups.at(-1) ?? "");
  });
});

function expectInvitingChat([address = "", ...others]: readonly string[]): void {
  expect(others).toEqual([]);
  const message = new URL(address).searchParams.get("text") ?? "";
  const [, siteUrl = ""] = message.split(messages.friend.text);
  expect(siteUrl).toMatch(/^ https?:\/\/[^/]+\/\?utm_source=indicacao$/);
  expect(address).toBe(fill(links.supportChat, { phone: "" }) + encodeURIComponent(message));
}

/** Signs up, and returns the person's group link from the answer of the lead function. */
async function answeredGroup(page: Page, signUp: () => Promise<unknown>): Promise<string> {
  const coming = page.waitForResponse(`**${addContactPath}`);
  await signUp();
  await expect(successPopup(page)).toBeVisible();
  const { group } = await (await coming).json();
  return group;
}

test("a visitor who has signed up sees in each phase what comes next", async ({ page }) => {
  await saveSignUp(page);
  await serveInPhase(page, "before");
  await openLanding(page);
  await scrollPage(page, 1_000);
  // The script has shown the floating bar, and only the styles hide it.
  const bar = page.getByLabel(words.floating.close);
  await expect(page.locator("[hidden]", { has: bar })).toHaveCount(0);
  for (const phase of ["before", "today", "doors", "waiting"] as const) {
    await showPhase(page, phase);
    await expectSteps(page, group);
    await expect(calendarLink(page)).toBeVisible();
    await expect(pageFields(page)).toHaveCount(0);
    await expect(floatingCall(page)).toBeHidden();
  }
  await showPhase(page, "live");
  await expectSteps(page, group);
  await expect(firstScreen(page).getByRole("link").first()).toHaveText(phases.enter);
  await expect(calendarLink(page)).toBeHidden();
  const enter = page.getByRole("link", { name: phases.enter, exact: true });
  await expect(enter.last()).toBeInViewport();
  for (const phase of afterClass) {
    await showPhase(page, phase);
    await expect(callForNext(firstScreen(page))).toBeVisible();
    await expect(groupLink(page)).toHaveCount(0);
    await expect(pageFields(page)).toHaveCount(leadFields.length);
  }
  await showSignedUp(page, "next");
  for (const phase of afterClass) {
    await showPhase(page, phase);
    const place = firstScreen(page);
    await expect(place.getByText(words.signedUp.doneNext, { exact: true })).toBeVisible();
    await expect(groupLink(place)).toBeVisible();
    await expect(calendarLink(page)).toBeHidden();
    await expect(callForNext(page.getByRole("main"))).toHaveCount(0);
  }
  await test.step("the leading button without scrolling", async () => {
    await scrollPage(page, 0);
    // An owner may write another headline, so the test sets one that is as long as ours.
    const headline = page.getByRole("heading", { level: 1 });
    await headline.evaluate((title) => {
      title.textContent = "A maior turma da história das altas habilidades";
    });
    const place = page.locator("section", { has: headline });
    for (const [phase, what, label] of [
      ["before", "class", success.group],
      ["today", "class", success.group],
      ["doors", "class", phases.enter],
      ["live", "class", phases.enter],
      ["waiting", "class", success.group],
      ["over", "next", success.group],
    ] as const) {
      await showSignedUp(page, what);
      await showPhase(page, phase);
      const button = place.getByRole("link", { name: label, exact: true });
      await expect(button, phase).toBeInViewport({ ratio: 1 });
      // After the class there is no next step, so no button is filled with colour.
      expect(await filledLinks(place), phase).toEqual(what === "next" ? [] : [label]);
    }
  });
});

test("a visitor who comes back to an open tab in the next year is invited", async ({ page }) => {
  await saveSignUp(page);
  await serveUntilNextYear(page, savedSignUp.year + 1);
  await openLanding(page);
  await expectSteps(page, group);
  await page.evaluate("document.dispatchEvent(new Event('resume'))");
  await page.clock.runFor(questionMs);
  await expectInvitation(page);
});

test("nothing moves when a visitor who has signed up comes back", async ({ context }) => {
  for (const width of [360, 1280]) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await saveSignUp(page);
    await recordLayoutShifts(page);
    await openLanding(page);
    await scrollToEnd(page);
    await expectNoInvitation(page);
    expect(await layoutShifts(page)).toEqual([]);
  }
});

/** The fields of the page's form, which a visitor who has signed up does not see. */
function pageFields(page: Page): Locator {
  return page.getByRole("main").getByRole("textbox");
}

/** Shows an open page as after a sign-up: for the class or, after the class, for news of the next class. */
async function showSignedUp(page: Page, what: "class" | "next"): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.signedUp = "${what}"`);
}
