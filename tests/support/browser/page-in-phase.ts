import { expect, type Page } from "@playwright/test";
import type { PageSchedule } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { nowPath } from "#event/phase.ts";

/**
 * Makes the browser receive a page in this phase, whatever the clock says; without a path, the landing page. The page
 * stays in the phase, as a preview does.
 */
export async function serveInPhase(page: Page, phase: Phase, path = "/"): Promise<void> {
  await serveSchedule(page, { phase, changes: [], fromServer: true, preview: true }, path);
}

/** Changes the phase of an open page, as its own script does when the phase begins. */
export async function showPhase(page: Page, phase: Phase): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.phase = "${phase}"`);
}

/** Makes the browser receive the landing page during the class. The class ends at this time of the browser's clock. */
export function serveUntilOver(page: Page, end: number): Promise<void> {
  return serveUntil(page, { phase: "live", changes: [{ at: end, phase: "over" }] });
}

/**
 * Makes the browser receive the landing page in a phase, with changes at these times of the server's clock. The tab
 * asks the server as soon as its clock runs, not at a random time.
 */
export async function serveUntil(page: Page, changes: Served): Promise<void> {
  const during: Served = { ...changes, fromServer: true };
  await page.addInitScript({ content: "Math.random = () => 0;" });
  await answerNow(page, during);
  await serveSchedule(page, during);
}

/**
 * Moves the clock by one millisecond, in which the tab asks the server, and waits until the tab has the answer. A test
 * must not move the clock before the answer: the tab assumes that the server answered in the middle of the wait.
 */
export async function letAsk(page: Page): Promise<void> {
  await page.clock.runFor(1);
  await expect(page.locator("#schedule")).toHaveAttribute("data-latest");
}

/** Makes the browser receive the landing page during the class; later the server says that it is the next year. */
export async function serveUntilNextYear(page: Page, year: number): Promise<void> {
  await answerNow(page, { phase: "before", changes: [], fromServer: true, year });
  await serveSchedule(page, { phase: "live", changes: [], fromServer: true });
}

type Served = Partial<PageSchedule> & { phase: Phase };

/**
 * Makes the server give this answer to an open tab, with the time of the browser's clock. If a journey sets
 * `globalThis.serverAheadMs`, the server's clock is ahead of the browser's clock.
 */
export async function answerNow(page: Page, served: Served): Promise<void> {
  // The server is asked only once, before the page asks: a journey may end while an answer is on its way.
  const response = await page.request.get(nowPath);
  const said: unknown = await response.json();
  await page.unroute(nowPath);
  await page.route(nowPath, async (route) => {
    const clock = page.evaluate<number>("Date.now() + (globalThis.serverAheadMs ?? 0)");
    // A page that the browser is leaving has no clock any more, and needs no answer.
    const now = await clock.catch(() => undefined);
    if (now === undefined) await route.abort();
    else await route.fulfill({ json: Object.assign({}, said, served, { now }) });
  });
}

async function serveSchedule(page: Page, served: Served, path = "/"): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html
        .replace(/data-phase="\w+"/, `data-phase="${served.phase}"`)
        .replace(/(?<=id="schedule">).*?(?=<\/script>)/, (text) =>
          JSON.stringify({ ...JSON.parse(text), ...served }),
        );
      await route.fulfill({ response, body });
    },
  );
}
