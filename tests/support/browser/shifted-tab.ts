import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { nowPath } from "#event/now-answer.ts";
import { recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";
import { keepPopupAway } from "./keep-popup-away.ts";
import { hydrateByUse } from "./open-landing.ts";

export type ShiftedTab = {
  page: Page;
  /** When the tab has asked the server about the event, by the machine's clock. */
  questions: number[];
};

type Place = { url: string; zone: string; shiftMs: number };

/** What happened in a tab, by the machine's clock: a phase of the page, or `shown` when the tab was opened. */
type TabEvent = { what: string; at: number };

/** Opens the landing page in a tab with a time zone and a clock of its own. */
export async function openShiftedTab(browser: Browser, place: Place): Promise<ShiftedTab> {
  const context = await browser.newContext({ timezoneId: place.zone, locale: "pt-BR" });
  const page = await context.newPage();
  const questions: number[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === nowPath) questions.push(Date.now());
  });
  await shiftTab(page, place.shiftMs);
  await keepPopupAway(page);
  await recordLayoutShifts(page);
  await page.goto(place.url);
  await hydrateByUse(page);
  return { page, questions };
}

/** Moves the clock of a tab, from its next navigation on, and lets its timers go on as they are. */
async function shiftTab(page: Page, shiftMs: number): Promise<void> {
  await page.addInitScript({ content: `globalThis.clockShiftMs = ${shiftMs};` });
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/shifted-tab.js", import.meta.url)),
  });
}

/** When something last happened in a tab, by the machine's clock. */
export async function lastTime(page: Page, wanted: string): Promise<number> {
  const events = await page.evaluate<TabEvent[]>("tabEvents");
  return events.filter(({ what }) => what === wanted).at(-1)?.at ?? Number.NaN;
}
