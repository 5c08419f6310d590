import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { links } from "#content/links.ts";
import { success } from "#content/success.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  consentBox,
  field,
  heroLink,
  homeLink,
  leadPopup,
  pageForm,
  receivedHeading,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import {
  anotherCall,
  expectInvitation,
  filledLinks,
  firstScreen,
  groupLink,
  otherGroupLink,
} from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

const { messages, paths, phases } = words;
const { calendarFile, googleCalendar, group, otherGroup, voucher } = success;

test("one filled button leads, the next steps open in new tabs, and another group is offered", async ({
  page,
  context,
  requestsElsewhere,
}) => {
  await answerGroups(context);
  await serveInPhase(page, "before");
  await openLanding(page);
  const popup = await showSuccess(page);
  await expect(popup.getByRole("link", { name: voucher })).toBeInViewport({ ratio: 1 });
  await expectStepsInPhases(popup);
  await setPhase(page, "before");
  await test.step("they open in new tabs that have no access to this page", async () => {
    for (const [name, text] of [
      [group, "Grupo"],
      // The link to another group is offered after the button of the group was pressed.
      [otherGroup, "Grupo"],
      [voucher, "Elsewhere"],
    ] as const) {
      const opened = context.waitForEvent("page");
      await popup.getByRole("link", { name, exact: true }).click();
      const tab = await opened;
      await expect(tab.getByText(text, { exact: true })).toBeVisible();
      expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
      await tab.close();
      await expect(popup).toBeVisible();
    }
    expect(requestsElsewhere).toEqual([links.checkout]);
  });
  await test.step("another group is offered later too", async () => {
    await reloadLanding(page);
    await expect(otherGroupLink(firstScreen(page))).toBeVisible();
  });
  await test.step("but not to the next person who signs up here", async () => {
    await anotherCall(page).press("Enter");
    await fillIn(leadPopup(page), visitor());
    await submitButton(leadPopup(page)).click();
    await expect(successPopup(page)).toBeVisible();
    await expect(otherGroupLink(successPopup(page))).toBeHidden();
  });
});

/** Answers the group links in the browser: a journey cannot answer the target of the server's redirect. */
function answerGroups(context: BrowserContext): Promise<unknown> {
  return context.route(
    ({ pathname }) => pathname === paths.group || pathname === paths.otherGroup,
    (route) => route.fulfill({ contentType: "text/html", body: "<p>Grupo</p>" }),
  );
}

/** All links of the next steps, in order. Only the first link is a filled button. */
const linksIn = {
  before: [group, voucher, calendarFile, googleCalendar],
  live: [phases.enter, group, voucher],
  over: [group],
};

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a call leads to the form, one filled button leads on the page after a sign-up, then it invites again", async ({
    page,
    site,
  }) => {
    const ana = visitor();
    await page.goto("/");
    await heroLink(page).click();
    await expect(field(pageForm(page), "name")).toBeInViewport();
    await fillIn(pageForm(page), ana);
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(page).toHaveURL(receivedAddress);
    await expect(receivedHeading(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);

    const main = page.getByRole("main");
    // The server has added the person's pass to both addresses.
    const { search } = new URL(page.url());
    await expect(groupLink(main)).toHaveAttribute("href", `${paths.group}${search}`);
    // Without a script the page cannot know whether the button of the group was pressed.
    await expect(otherGroupLink(main)).toHaveAttribute("href", `${paths.otherGroup}${search}`);
    await expectStepsInPhases(main, [messages.notFound.home], [otherGroup]);
    await homeLink(page).click();
    await expectInvitation(page);
  });
});

async function expectStepsInPhases(
  steps: Locator,
  further: string[] = [],
  afterGroup: string[] = [],
): Promise<void> {
  for (const [phase, expected] of Object.entries(linksIn))
    await test.step(phase, async () => {
      await setPhase(steps.page(), phase);
      const [button = ""] = expected;
      const inOrder = expected.flatMap((name) => (name === group ? [name, ...afterGroup] : name));
      await expect(steps.getByRole("link")).toHaveText([...inOrder, ...further], {
        useInnerText: true,
      });
      expect(await filledLinks(steps)).toEqual([button]);
      const leading = steps.getByRole("link", { name: button, exact: true });
      await expect(leading).toBeInViewport({ ratio: 1 });
      expect(await smallTargets(steps.page())).toEqual([]);
    });
}

/** Sets the phase by an attribute, which selects among the words of all phases in the page. */
async function setPhase(page: Page, phase: string): Promise<void> {
  await page.locator("html").evaluate((html, name) => {
    html.dataset["phase"] = name;
  }, phase);
}
