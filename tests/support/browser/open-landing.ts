import { fileURLToPath } from "node:url";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { hourMs } from "#event/time-zone.ts";
import { consentField } from "#lead/contract.ts";

const scriptLateMs = 20_000;
/** A slow machine needs this long to hydrate a page that is pressed in every frame. */
const hydratedLateMs = 60_000;

/** The time at which the browser's clock is stopped. */
export const stoppedAt = Date.parse("2026-10-01T12:00:01Z");

/** Opens the landing page and hydrates it, with a clock that only the test moves. */
export async function openLanding(page: Page, address = "/"): Promise<void> {
  await stopClock(page);
  await page.goto(address);
  await hydrate(page);
}

/**
 * Opens the landing page with a stopped clock. The script is loaded, but the page is not hydrated, because the visitor
 * has not used a form.
 */
export async function openBeforeHydration(page: Page, address = "/"): Promise<void> {
  await stopClock(page);
  await page.goto(address);
  await waitForScript(page);
}

/**
 * Opens the landing page without its script. The returned function loads the script, which hydrates the page only if
 * the visitor has already used a form.
 */
export async function openBeforeScript(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, "**/assets/*.js");
  await stopClock(page);
  await page.goto("/", { waitUntil: "commit" });
  return async () => {
    await page.clock.fastForward(scriptLateMs);
    release();
    await page.waitForLoadState();
    await waitForScript(page);
    await layOutSections(page);
  };
}

/** Opens the landing page without React; a call of the returned function loads React. */
export async function openWhileReactLoads(page: Page, address = "/"): Promise<() => Promise<void>> {
  const release = await hold(page, "**/assets/react-*.js");
  await page.goto(address);
  await waitForScript(page);
  return async () => release();
}

/** Delays the responses with these files until the returned function is called. */
export async function hold(page: Page, files: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, (route) => released.then(() => route.continue()));
  return release;
}

/** The browsers whose clock a test has stopped. All tabs of one browser have one clock. */
const stoppedClocks = new WeakMap<BrowserContext, Promise<void>>();

/** Stops the clock of all tabs. A tab that is opened later has the time to which the test has moved the clock. */
export async function stopClock(page: Page): Promise<void> {
  const context = page.context();
  const stopped = stoppedClocks.get(context) ?? stopClockOf(context);
  stoppedClocks.set(context, stopped);
  await stopped;
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/stopped-load.js", import.meta.url)),
  });
}

/**
 * The clock runs until the second call, on a busy machine for seconds, and cannot stop at a time in its past. So it
 * starts an hour earlier.
 */
async function stopClockOf({ clock }: BrowserContext): Promise<void> {
  await clock.install({ time: stoppedAt - hourMs });
  await clock.pauseAt(stoppedAt);
}

export async function reloadLanding(page: Page): Promise<void> {
  await page.reload();
  await waitForScript(page);
}

/** Waits for the script: the page requests it after the first paint, and the load event does not wait for it. */
export async function waitForScript(page: Page): Promise<void> {
  await page.locator("html[data-scripted]").waitFor({ state: "attached" });
}

/** Hydrates the page without waiting for the sections to appear one by one. */
export async function hydrate(page: Page): Promise<void> {
  await hydrateByUse(page);
  await layOutSections(page);
}

/** Acts as a visitor who is about to use a form, and waits until the page is hydrated. */
export async function hydrateByUse(page: Page): Promise<void> {
  await pointAtForm(page);
  await waitForHydration(page);
}

/** Acts as a visitor who is about to use a form, by moving the pointer over the form. */
export async function pointAtForm(page: Page): Promise<void> {
  await waitForScript(page);
  await page.locator("form").first().dispatchEvent("pointerover");
}

/**
 * Waits until the page is hydrated. Then the page itself asks for a missing tick with a toast; before hydration the
 * browser asks for it.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // The box may be invisible: after a sign-up its form is hidden.
  const box = page.locator(`input[name="${consentField}"]:not([required])`);
  await box.waitFor({ state: "attached", timeout: hydratedLateMs });
}

export async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`);
}

/**
 * Counts the sections that are not laid out yet, by their style and not by their animations, because an animation ends
 * before the frame that lays out its section.
 */
const hiddenSections =
  "[...document.querySelectorAll('main > section')].filter((one) => getComputedStyle(one).contentVisibility === 'hidden').length";

const endAnimations = `
  for (const animation of document.getAnimations()) {
    const { target, pseudoElement } = animation.effect;
    if (!pseudoElement && target.matches("main > section")) animation.finish();
  }`;

/** Waits until all sections of the landing page are laid out, one by one after the first paint. */
export async function waitForSections(page: Page): Promise<void> {
  const hidden = () => page.evaluate<number>(hiddenSections);
  await expect.poll(hidden, { intervals: [20, 50, 100] }).toBe(0);
}

/** Lays out all sections of the landing page at once, for a journey that does not test how they appear. */
async function layOutSections(page: Page): Promise<void> {
  await page.evaluate(endAnimations);
  await waitForSections(page);
}
