import { expect, type Locator, type Page } from "@playwright/test";
import { links } from "#content/links.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { filledLinks, groupLink } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

const { messages, paths, phases } = words;
const { calendarFile, googleCalendar, group, otherGroup, voucher } = messages.success;
const friend = messages.friend.label;

test("the next steps open in new tabs that have no access to this page", async ({
  page,
  context,
  requestsElsewhere,
}) => {
  // The server sends the visitor on to the group, and a journey cannot answer what follows a redirect.
  await context.route(
    ({ pathname }) => pathname === paths.group || pathname === paths.otherGroup,
    (route) => route.fulfill({ contentType: "text/html", body: "<p>Grupo</p>" }),
  );
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

/** All links of the next steps, in their order. Only the first of them is a filled button. */
const linksIn = {
  before: [group, otherGroup, calendarFile, googleCalendar, voucher, friend],
  live: [phases.enter, group, otherGroup, voucher, friend],
  over: [group, otherGroup],
};

test.describe("in each phase", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("one filled button leads in the success popup, without scrolling", async ({ page }) => {
    await serveInPhase(page, "before");
    await openLanding(page);
    await expectStepsInPhases(await showSuccess(page));
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("one filled button leads on the page after a sign-up", async ({ page }) => {
      await serveInPhase(page, "before", paths.received);
      await page.goto(paths.received);
      const main = page.getByRole("main");
      // The server can add the person to addresses that are built as they are.
      await expect(groupLink(main)).toHaveAttribute("href", paths.group);
      const other = main.getByRole("link", { name: otherGroup });
      await expect(other).toHaveAttribute("href", paths.otherGroup);
      await expectStepsInPhases(main, [messages.notFound.home]);
    });
  });
});

async function expectStepsInPhases(steps: Locator, further: string[] = []): Promise<void> {
  for (const [phase, expected] of Object.entries(linksIn))
    await test.step(phase, async () => {
      await setPhase(steps.page(), phase);
      const [button = ""] = expected;
      await expect(steps.getByRole("link")).toHaveText([...expected, ...further], {
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
