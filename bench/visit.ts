import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Chromium, DevTools } from "#tests/support/machine/chromium.ts";
import { openPhone, type Phone } from "./phone.ts";

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
  scriptKbBeforeLoad: number;
  scriptKb: number;
  allKb: number;
};

type Recorded = Pick<Visit, "firstPaintMs" | "largestPaintMs" | "shift"> & {
  tasksMs: [start: number, duration: number][];
  loadedMs: number;
  documentBytes: number;
  transfers: { startMs: number; endMs: number; bytes: number; isScript: boolean }[];
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
  const { hasPopup, ...loaded } = await onPhone(browser, "recordVisit", (phone) =>
    load(phone, url),
  );
  if (!hasPopup) return { ...loaded, ...unknownPresses };
  const pressed = await onPhone(browser, "pressUntilOpen", (phone) => press(phone, url));
  const inputDelayMs = await onPhone(browser, "recordVisit", (phone) => tap(phone, url));
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
  name: "recordVisit" | "pressUntilOpen",
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const functions = await readFile("bench/in-page.js", "utf8");
  const phone = await openPhone(browser, `${functions}\ninPage.${name}();`);
  try {
    return await use(phone);
  } finally {
    await phone.close();
  }
}

async function load({ devTools, read, until }: Phone, url: string) {
  await devTools.send("Page.navigate", { url });
  await until("document.readyState === 'complete'");
  await wait(waitAfterLoadMs);
  const recorded = await read<Recorded>(recordedExpression);
  const { firstPaintMs, largestPaintMs, shift, tasksMs, transfers, hasPopup } = recorded;
  const late = tasksMs.filter(([start]) => start > firstPaintMs);
  const scripts = transfers.filter(({ isScript }) => isScript);
  return {
    hasPopup,
    firstPaintMs,
    largestPaintMs,
    shift,
    requestsBeforePaint: 1 + transfers.filter(({ startMs }) => startMs < largestPaintMs).length,
    blockingMs: late.reduce((sum, [, took]) => sum + Math.max(0, took - longTaskMs), 0),
    longestTaskMs: longest(tasksMs),
    longestLateTaskMs: longest(late),
    scriptMs: await scriptMs(devTools),
    scriptKbBeforeLoad: kbOf(scripts.filter(({ endMs }) => endMs <= recorded.loadedMs)),
    scriptKb: kbOf(scripts),
    allKb: recorded.documentBytes / 1_000 + kbOf(transfers),
  };
}

/**
 * Reads what `recordVisit` recorded, what came over the network, and whether a call to action opens a popup. The icon of the
 * tab is left out: browsers load it at any time, and nothing waits for it. A file that was announced and then used is
 * listed twice, and comes once.
 */
const recordedExpression = `(() => {
  const [page] = performance.getEntriesByType("navigation");
  const icons = [...document.querySelectorAll("link[rel=icon]")].map(({ href }) => href);
  const all = performance.getEntriesByType("resource").filter(({ name }) => !icons.includes(name));
  const files = all.filter(({ name }, place) => place === all.findIndex((one) => one.name === name));
  return { ...recorded, loadedMs: page.loadEventStart, documentBytes: page.transferSize,
    transfers: files.map(({ name, startTime, responseEnd, transferSize }) => ({
      startMs: startTime, endMs: responseEnd, bytes: transferSize, isScript: name.endsWith(".js") })),
    hasPopup: document.querySelector("[data-cta='hero']") !== null };
})()`;

function kbOf(transfers: Recorded["transfers"]): number {
  return transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
}

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
