import { expect, type Locator, type Page } from "@playwright/test";
import { phases } from "#content/phases.ts";
import { nowPath } from "#event/phase.ts";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import {
  openBeforeHydration,
  openLanding,
  stoppedAt,
  waitForScript,
} from "#tests/support/browser/open-landing.ts";
import {
  answerNow,
  letAsk,
  serveUntil,
  serveUntilOver,
} from "#tests/support/browser/page-in-phase.ts";
import {
  consentBox,
  field,
  leadPopup,
  openLeadPopup,
  pageForm,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { current, currentNext } = words.messages.wordings;

const halfName = "Maria da";
const untilClassMs = 10_000;

/** How many milliseconds the server's clock is ahead of the tab's clock: `aheadMs`. */
const tabs = [
  { zone: "America/Manaus", clock: "7 minutes slow", aheadMs: 7 * minuteMs, inPopup: false },
  { zone: "Europe/Lisbon", clock: "7 minutes fast", aheadMs: -7 * minuteMs, inPopup: true },
];

// When a test ends, the tab may still wait for an answer of the server.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

for (const { zone, clock, aheadMs, inPopup } of tabs)
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test(`a tab whose clock is ${clock} is live by the server's clock`, async ({ page }) => {
      const questions = await openBeforeClass(page, aheadMs);
      const name = await typeHalfName(page, inPopup);
      await letAsk(page);
      // The time is 3 ms shorter, because half a millisecond may have passed while the tab asked the server.
      await page.clock.runFor(untilClassMs - 3);
      await expectPhase(page, "today");
      expect(questions).toHaveLength(1);
      await page.clock.runFor(3);
      await expectPhase(page, "live");
      await expect(name).toHaveValue(halfName);
      await expect(name).toBeFocused();
      await expect(announcement(page, inPopup)).toHaveText(phases.status.live);
    });
  });

test("a tab that slept over a change shows it as soon as it comes back", async ({ page }) => {
  const returns = [
    { phase: "doors", event: "document.dispatchEvent(new Event('resume'))" },
    { phase: "live", event: "document.dispatchEvent(new Event('visibilitychange'))" },
    {
      phase: "over",
      event: "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    },
  ] as const;
  const changes = returns.map(({ phase }, index) => ({
    phase,
    at: stoppedAt + (index + 1) * hourMs,
  }));
  await serveUntil(page, { phase: "today", changes });
  await openLanding(page);
  let before = "today";
  for (const [index, { phase, event }] of returns.entries()) {
    // The time passes, but no timer of the tab runs.
    await page.clock.setSystemTime(stoppedAt + (index + 1) * hourMs);
    await expectPhase(page, before);
    await page.evaluate(event);
    await expectPhase(page, phase);
    before = phase;
  }
});

test("a page that the back button shows asks the server, for it may be old", async ({ page }) => {
  const at = Date.now() + hourMs;
  await serveUntil(page, { phase: "today", changes: [{ at, phase: "live" }] });
  await page.goto("/");
  await waitForScript(page);
  await page.goto(words.paths.terms);
  // The operator begins the class, and the browser shows the page as it was before.
  await answerNow(page, { phase: "live", changes: [], fromServer: true });
  await page.goBack();
  await expectPhase(page, "live");
});

/** Opens the landing page shortly before the class. Returns the tab's requests to the server. */
async function openBeforeClass(page: Page, aheadMs: number): Promise<string[]> {
  const questions: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === nowPath) questions.push(request.url());
  });
  await page.addInitScript({ content: `globalThis.serverAheadMs = ${aheadMs};` });
  const at = stoppedAt + aheadMs + untilClassMs;
  await serveUntil(page, { phase: "today", changes: [{ at, phase: "live" }] });
  await openLanding(page);
  return questions;
}

async function typeHalfName(page: Page, inPopup: boolean): Promise<Locator> {
  const name = field(inPopup ? await openLeadPopup(page) : pageForm(page), "name");
  await name.fill(halfName);
  return name;
}

/** The text that screen readers announce; while a popup is open, only the text inside the popup. */
function announcement(page: Page, inPopup: boolean): Locator {
  return (inPopup ? leadPopup(page) : page.locator("body")).locator(
    "> [role='status'][data-event='announcement']",
  );
}

async function expectPhase(page: Page, phase: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-phase", phase);
}

const untilOverMs = 20_000;

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
  // The tab may still wait for an answer of the server.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** Opens the landing page during the class, shortly before the class ends. React is never loaded. */
async function openAsTheClassEnds(page: Page): Promise<void> {
  await page.route("**/assets/react-*.js", () => new Promise(() => {}));
  await serveUntilOver(page, stoppedAt + untilOverMs);
  await openBeforeHydration(page);
  await expect(page.locator("html")).toHaveAttribute("data-phase", "live");
}
