import { expect, type Page } from "@playwright/test";
import type { PageSchedule } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { nowPath } from "#event/phase.ts";

/**
 * Makes the browser receive a page as it is in this phase, whatever the clock says: the landing page, if no other path
 * is given. The page stays in the phase, like a preview.
 */
export async function serveInPhase(page: Page, phase: Phase, path = "/"): Promise<void> {
  await serveSchedule(page, { phase, changes: [], fromServer: true, preview: true }, path);
}

/** Puts an open page into a phase, as its own script does when the phase begins. */
export async function showPhase(page: Page, phase: Phase): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.phase = "${phase}"`);
}

/** Makes the browser receive the landing page during the class. Its end comes at this time of the browser's own clock. */
export function serveUntilOver(page: Page, end: number): Promise<void> {
  return serveUntil(page, { phase: "live", changes: [{ at: end, phase: "over" }] });
}

/**
 * Makes the browser receive the landing page in a phase, with the changes that come at these times of the server's
 * clock. The tab asks the server as soon as its clock runs, and not at a random time.
 */
export async function serveUntil(page: Page, changes: Served): Promise<void> {
  const during: Served = { ...changes, fromServer: true };
  await page.addInitScript({ content: "Math.random = () => 0;" });
  await answerNow(page, during);
  await serveSchedule(page, during);
}

/**
 * Lets one millisecond pass, in which the tab asks the server, and waits until it has the answer. While an answer is
 * under way a test must not move the clock: the tab takes the time of the answer for the middle of the wait.
 */
export async function letAsk(page: Page): Promise<void> {
  await page.clock.runFor(1);
  await expect(page.locator("#schedule")).toHaveAttribute("data-latest");
}

/** Makes the browser receive the landing page during the class, and the server say later that it is the next year. */
export async function serveUntilNextYear(page: Page, year: number): Promise<void> {
  await answerNow(page, { phase: "before", changes: [], fromServer: true, year });
  await serveSchedule(page, { phase: "live", changes: [], fromServer: true });
}

type Served = Partial<PageSchedule> & { phase: Phase };

/**
 * Makes the server say this to an open tab, at the time of the browser's own clock. A journey may set
 * `globalThis.serverAheadMs`: then the server's clock is ahead of the browser's.
 */
export async function answerNow(page: Page, served: Served): Promise<void> {
  // The server is asked only once and before the page asks: a journey may end while an answer is under way.
  const response = await page.request.get(nowPath);
  const said: unknown = await response.json();
  await page.unroute(nowPath);
  await page.route(nowPath, async (route) => {
    const clock = page.evaluate<number>("Date.now() + (globalThis.serverAheadMs ?? 0)");
    // A page that is being left has no clock any more, and needs no answer.
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
