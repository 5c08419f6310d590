import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { type Phone, takePhone } from "./phone.ts";
import { countTransfers, type Transfers } from "./transfers.ts";

export type Visit = {
  firstPaintMs: number;
  largestPaintMs: number;
  requestsBeforePaint: number;
  popupOpenMs: number;
  popupOfFirstPaint: number;
  blockingMs: number;
  longestTaskMs: number;
  longestLateTaskMs: number;
  shift: number;
  inputDelayMs: number;
  scriptMs: number;
  transfers: Transfers;
};

type Felt = Pick<Visit, "firstPaintMs" | "largestPaintMs" | "shift"> & {
  tasksMs: [start: number, duration: number][];
  inputDelayMs: number | null;
  requestsMs: number[];
};

/** The popup opens by itself five seconds after the load: by then this is over. */
const restMs = 4_000;
const longTaskMs = 50;
const popupLimitMs = 30_000;

/** Three phones visit once each: one only looks, one presses until the popup opens, one taps. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const looked = await onPhone(browser, "observe.js", (phone) => look(phone, url));
  const pressed = await onPhone(browser, "press.js", (phone) => press(phone, url));
  const inputDelayMs = await onPhone(browser, "observe.js", (phone) => tap(phone, url));
  return { ...looked, ...pressed, inputDelayMs };
}

async function onPhone<T>(
  browser: Browser,
  script: string,
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const phone = await takePhone(browser, fileURLToPath(new URL(script, import.meta.url)));
  try {
    return await use(phone);
  } finally {
    await phone.close();
  }
}

async function look({ page, wire }: Phone, url: string) {
  const transfers = countTransfers(wire);
  await page.goto(url, { waitUntil: "load" });
  await wait(restMs);
  const { tasksMs, requestsMs, inputDelayMs: _, ...felt } = await feltOn(page);
  const late = tasksMs.filter(([start]) => start > felt.firstPaintMs);
  return {
    ...felt,
    requestsBeforePaint: 1 + requestsMs.filter((at) => at < felt.largestPaintMs).length,
    blockingMs: late.reduce((sum, [, took]) => sum + Math.max(0, took - longTaskMs), 0),
    longestTaskMs: longest(tasksMs),
    longestLateTaskMs: longest(late),
    scriptMs: await scriptMs(wire),
    transfers: transfers(),
  };
}

/** Below 50 ms the browser tells of none: then it is 0. */
function longest(tasksMs: Felt["tasksMs"]): number {
  return Math.max(0, ...tasksMs.map(([, took]) => took));
}

function feltOn(page: Page): Promise<Felt> {
  return page.evaluate<Felt>(
    "({ ...felt, requestsMs: performance.getEntriesByType('resource').map(({ startTime }) => startTime) })",
  );
}

async function scriptMs(wire: CDPSession): Promise<number> {
  const { metrics } = await wire.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
}

/** It cannot be pressed before it is seen, though the press is tried a moment before the paint is shown. */
async function press({ page }: Phone, url: string) {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction("popupOpenMs !== null && paintMs() > 0", null, {
    timeout: popupLimitMs,
  });
  const [openMs, paintMs] = await page.evaluate<[number, number]>("[popupOpenMs, paintMs()]");
  const popupOpenMs = Math.max(openMs, paintMs);
  return { popupOpenMs, popupOfFirstPaint: popupOpenMs / paintMs };
}

/** As soon as there is something to tap. */
async function tap({ page }: Phone, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction("felt.firstPaintMs > 0");
  await page.locator("[data-cta='hero']").tap({ noWaitAfter: true });
  await page.waitForFunction("felt.inputDelayMs !== null");
  return page.evaluate<number>("felt.inputDelayMs");
}
