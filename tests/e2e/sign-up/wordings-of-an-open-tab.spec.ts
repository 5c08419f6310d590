import { expect, type Page } from "@playwright/test";
import { openBeforeHydration, stoppedAt } from "#tests/support/browser/open-landing.ts";
import { serveUntilOver } from "#tests/support/browser/page-in-phase.ts";
import { consentBox } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { current, currentNext } = words.messages.wordings;
const untilOverMs = 20_000;

// The tab may be asking the server at the moment at which a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("when the class ends, a form that is sent without React names the sentence that it shows now", async ({
  page,
}) => {
  await openAsTheClassEnds(page);
  const notice = page.locator("input[name='wording']").first();
  await expect(notice).toHaveValue(current.notice);
  await expect(consentBox(page)).toHaveValue(current.consent);
  await page.clock.runFor(untilOverMs);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "over");
  await expect(notice).toHaveValue(currentNext.notice);
  await expect(consentBox(page)).toHaveValue(currentNext.consent);
});

test("when the class ends, a visitor who has ticked the box must tick it again beside the new sentence", async ({
  page,
}) => {
  await openAsTheClassEnds(page);
  await consentBox(page).check();
  await page.clock.runFor(untilOverMs);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "over");
  await expect(consentBox(page)).not.toBeChecked();
  await consentBox(page).check();
  await page.clock.runFor(untilOverMs);
  await expect(consentBox(page)).toBeChecked();
});

/** Opens the landing page during the class, shortly before its end. React does not arrive. */
async function openAsTheClassEnds(page: Page): Promise<void> {
  await page.route("**/assets/react-*.js", () => new Promise(() => {}));
  await serveUntilOver(page, stoppedAt + untilOverMs);
  await openBeforeHydration(page);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "live");
}
