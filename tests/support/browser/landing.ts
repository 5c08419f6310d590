import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { layOutSections } from "./laid-out-sections.ts";
import { consentBox } from "./page-parts.ts";

const idleMs = 50;

/** Opens the landing page and hydrates it, on a clock that moves only when the test moves it. */
export async function openLanding(page: Page, address = "/"): Promise<void> {
  await openBeforeHydration(page, address);
  await hydrate(page);
}

/** Opens the landing page and stops at its load event: the script is there, but has had no time yet. */
export async function openBeforeHydration(page: Page, address = "/"): Promise<void> {
  await stopClock(page);
  await page.goto(address);
  await waitForScript(page);
}

export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2026-10-01T12:00:00Z" });
  await page.clock.pauseAt("2026-10-01T12:00:01Z");
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/stopped-load.js", import.meta.url)),
  });
}

export async function reloadLanding(page: Page): Promise<void> {
  await page.reload();
  await waitForScript(page);
}

/** Waits for the script, because the page requests it after the first paint and the load event does not wait for it. */
export async function waitForScript(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-scripted");
}

/** Moves the stopped clock until the page is hydrated. */
export async function hydrate(page: Page): Promise<void> {
  await waitForScript(page);
  await layOutSections(page);
  await page.clock.runFor(idleMs);
  await waitForHydration(page);
}

/** Waits until the page itself asks for the tick with a toast: before hydration the browser asks for it. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(consentBox(page)).not.toHaveAttribute("required");
}

export async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`);
}
