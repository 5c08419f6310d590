import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { links } from "#content/links.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { leadPopup, submitButton, successPopup } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import {
  anotherCall,
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
const { calendarFile, googleCalendar, group, otherGroup, voucher } = messages.success;

test("the next steps open in new tabs that have no access to this page", async ({
  page,
  context,
  requestsElsewhere,
}) => {
  await answerGroups(context);
  await openLanding(page);
  const popup = await showSuccess(page);
  for (const [name, text] of [
    [group, "Grupo"],
    [otherGroup, "Grupo"],
    [voucher, "Elsewhere"],
  ] as const)
    await test.step(name, async () => {
      const opened = context.waitForEvent("page");
      await popup.getByRole("link", { name, exact: true }).click();
      const tab = await opened;
      await expect(tab.getByText(text, { exact: true })).toBeVisible();
      expect(await tab.evaluate("[opener, document.referrer]")).toEqual([null, ""]);
      await tab.close();
      await expect(popup).toBeVisible();
    });
  expect(requestsElsewhere).toEqual([links.checkout]);
});

test("another group is offered once the group's button was pressed, then and later", async ({
  page,
  context,
}) => {
  await answerGroups(context);
  await openLanding(page);
  const popup = await showSuccess(page);
  await expect(otherGroupLink(popup)).toBeHidden();
  const opened = context.waitForEvent("page");
  await groupLink(popup).click();
  await (await opened).close();
  await expect(otherGroupLink(popup)).toBeVisible();
  await reloadLanding(page);
  await expect(otherGroupLink(firstScreen(page))).toBeVisible();
  await test.step("but not to the next person who signs up here", async () => {
    await anotherCall(page).press("Enter");
    await fillIn(leadPopup(page), visitor());
    await submitButton(leadPopup(page)).click();
    await expect(successPopup(page)).toBeVisible();
    await expect(otherGroupLink(successPopup(page))).toBeHidden();
  });
});

/** The server sends the visitor on to the group, and a journey cannot answer what follows a redirect. */
function answerGroups(context: BrowserContext): Promise<unknown> {
  return context.route(
    ({ pathname }) => pathname === paths.group || pathname === paths.otherGroup,
    (route) => route.fulfill({ contentType: "text/html", body: "<p>Grupo</p>" }),
  );
}

/** All links of the next steps, in their order. Only the first of them is a filled button. */
const linksIn = {
  before: [group, voucher, calendarFile, googleCalendar],
  live: [phases.enter, group, voucher],
  over: [group],
};

test.describe("in each phase", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("one filled button leads in the success popup, without scrolling", async ({ page }) => {
    await serveInPhase(page, "before");
    await openLanding(page);
    const popup = await showSuccess(page);
    await expect(popup.getByRole("link", { name: voucher })).toBeInViewport({ ratio: 1 });
    await expectStepsInPhases(popup);
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("one filled button leads on the page after a sign-up", async ({ page }) => {
      await serveInPhase(page, "before", paths.received);
      await page.goto(paths.received);
      const main = page.getByRole("main");
      // The server can add the person to addresses that are built as they are.
      await expect(groupLink(main)).toHaveAttribute("href", paths.group);
      // No script could tell that the button of the group was pressed.
      await expect(otherGroupLink(main)).toHaveAttribute("href", paths.otherGroup);
      await expectStepsInPhases(main, [messages.notFound.home], [otherGroup]);
    });
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

/** The page has the words of all phases, and this attribute chooses among them. */
async function setPhase(page: Page, phase: string): Promise<void> {
  await page.locator("html").evaluate((html, name) => {
    html.dataset["phase"] = name;
  }, phase);
}
