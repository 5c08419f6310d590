import { expect, type Page } from "@playwright/test";
import { nowPath } from "#event/page-schedule.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import {
  openBeforeHydration,
  openLanding,
  stoppedAt,
} from "#tests/support/browser/open-landing.ts";
import { letAsk, serveUntilOver } from "#tests/support/browser/page-in-phase.ts";
import { consentBox } from "#tests/support/browser/page-parts.ts";
import { showSuccess } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { current, currentNext } = words.messages.wordings;
const untilOverMs = 20_000;

for (const [what, from, to] of [
  ["was damaged", /(?<=id="schedule">)\{/, "{{"],
  ["was lost", /<script type="application\/json" id="schedule">.*?<\/script>/, ""],
] as const)
  test(`a visitor signs up on a page whose schedule ${what} on its way`, async ({
    page,
    pageConsole,
  }) => {
    pageConsole.allow(/JSON/);
    await page.route(
      ({ pathname }) => pathname === "/",
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.replace(from, to) });
      },
    );
    await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
    await openLanding(page);
    await showSuccess(page);
  });

test("a page to which a proxy gives no server's time keeps its phase", async ({ page }) => {
  let questions = 0;
  await page.route(nowPath, (route) => {
    questions += 1;
    return route.fulfill({ json: null });
  });
  await openLanding(page);
  const phase = await page.locator("html").getAttribute("data-phase");
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await page.clock.runFor(10_000);
  await expect.poll(() => questions).toBeGreaterThan(0);
  await showSuccess(page);
  expect(await page.locator("html").getAttribute("data-phase")).toBe(phase);
});

test("when the class ends, an open form asks for the tick again", async ({ page }) => {
  await openAsTheClassEnds(page);
  const notice = page.locator("input[name='wording']").first();
  await expect(notice).toHaveValue(current.notice);
  await expect(consentBox(page)).toHaveValue(current.consent);
  await consentBox(page).check();
  await letAsk(page);
  await page.clock.runFor(untilOverMs);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "over");
  await expect(notice).toHaveValue(currentNext.notice);
  await expect(consentBox(page)).toHaveValue(currentNext.consent);
  await expect(consentBox(page)).not.toBeChecked();
  await consentBox(page).check();
  await page.clock.runFor(untilOverMs);
  await expect(consentBox(page)).toBeChecked();
  // The tab may be asking the server at this moment.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** Opens the landing page during the class, shortly before its end. React does not arrive. */
async function openAsTheClassEnds(page: Page): Promise<void> {
  await page.route("**/assets/react-*.js", () => new Promise(() => {}));
  await serveUntilOver(page, stoppedAt + untilOverMs);
  await openBeforeHydration(page);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "live");
}
