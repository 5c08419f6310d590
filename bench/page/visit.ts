import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Chromium, DevTools } from "#tests/support/machine/chromium.ts";
import { openPhone, type Phone } from "./phone.ts";
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

type Recorded = Pick<Visit, "firstPaintMs" | "largestPaintMs" | "shift"> & {
  tasksMs: [start: number, duration: number][];
  inputDelayMs: number | null;
  requestsMs: number[];
  hasPopup: boolean;
};

/**
 * The milliseconds that a visit waits after the page has loaded. The wait is shorter than five seconds, because the
 * popup then opens by itself.
 */
const waitAfterLoadMs = 4_000;
const longTaskMs = 50;

/**
 * Makes three visits, each on a new phone: the first only loads the page, the second presses the first call to action
 * until the popup opens, the third taps that call to action.
 */
export async function visit(browser: Chromium, url: string): Promise<Visit> {
  const { hasPopup, ...loaded } = await onPhone(browser, "record-visit.js", (phone) =>
    load(phone, url),
  );
  if (!hasPopup) return { ...loaded, ...unknownPresses };
  const pressed = await onPhone(browser, "press-until-open.js", (phone) => press(phone, url));
  const inputDelayMs = await onPhone(browser, "record-visit.js", (phone) => tap(phone, url));
  return { ...loaded, ...pressed, inputDelayMs };
}

/** The empty page has nothing to press. */
const unknownPresses = {
  popupOpenMs: Number.NaN,
  popupOfFirstPaint: Number.NaN,
  inputDelayMs: Number.NaN,
};

async function onPhone<T>(
  browser: Chromium,
  script: string,
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const phone = await openPhone(browser, fileURLToPath(new URL(script, import.meta.url)));
  try {
    return await use(phone);
  } finally {
    await phone.close();
  }
}

async function load({ devTools, read, until }: Phone, url: string) {
  const transfers = countTransfers(devTools);
  await devTools.send("Page.navigate", { url });
  await until("document.readyState === 'complete'");
  await wait(waitAfterLoadMs);
  const {
    tasksMs,
    requestsMs,
    inputDelayMs: _,
    ...recorded
  } = await read<Recorded>(recordedExpression);
  const late = tasksMs.filter(([start]) => start > recorded.firstPaintMs);
  return {
    ...recorded,
    requestsBeforePaint: 1 + requestsMs.filter((at) => at < recorded.largestPaintMs).length,
    blockingMs: late.reduce((sum, [, took]) => sum + Math.max(0, took - longTaskMs), 0),
    longestTaskMs: longest(tasksMs),
    longestLateTaskMs: longest(late),
    scriptMs: await scriptMs(devTools),
    transfers: transfers(),
  };
}

/**
 * Reads what `record-visit.js` recorded, when each request began, and whether a call to action opens a popup. The request
 * for the icon of the tab is left out: browsers load it at any time, and nothing waits for it.
 */
const recordedExpression = `({ ...recorded, requestsMs: performance.getEntriesByType("resource")
  .filter(({ name }) => ![...document.querySelectorAll("link[rel=icon]")].some(({ href }) => href === name))
  .map(({ startTime }) => startTime),
  hasPopup: document.querySelector("[data-cta='hero']") !== null })`;

/**
 * Returns the length of the longest task. It is 0 when no task took 50 ms or more, because the browser does not report
 * shorter ones.
 */
function longest(tasksMs: Recorded["tasksMs"]): number {
  return Math.max(0, ...tasksMs.map(([, took]) => took));
}

type Metrics = { metrics: { name: string; value: number }[] };

async function scriptMs(devTools: DevTools): Promise<number> {
  const { metrics } = await devTools.send<Metrics>("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
}

/**
 * Measures when a press opens the popup. The script presses a moment before the first paint too; a popup that opens
 * then counts as opened at the first paint.
 */
async function press({ devTools, read, until }: Phone, url: string) {
  await devTools.send("Page.navigate", { url });
  await until("(globalThis.popupOpenMs ?? null) !== null && paintMs() > 0");
  const [openMs, paintMs] = await read<[number, number]>("[popupOpenMs, paintMs()]");
  const popupOpenMs = Math.max(openMs, paintMs);
  return { popupOpenMs, popupOfFirstPaint: popupOpenMs / paintMs };
}

type Place = { x: number; y: number; width: number; height: number };

/**
 * Taps the first call to action as soon as the first paint shows it, and returns the delay until the page handles the
 * tap.
 */
async function tap({ devTools, read, until }: Phone, url: string): Promise<number> {
  await devTools.send("Page.navigate", { url });
  await until("globalThis.recorded?.firstPaintMs > 0");
  const { x, y, width, height } = await read<Place>(
    "document.querySelector(\"[data-cta='hero']\").getBoundingClientRect().toJSON()",
  );
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await devTools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await devTools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await until("recorded.inputDelayMs !== null");
  return read<number>("recorded.inputDelayMs");
}
