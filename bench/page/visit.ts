import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Chromium, Wire } from "#tests/support/machine/chromium.ts";
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

/** Three phones visit once each: one only looks, one presses until the popup opens, one taps. */
export async function visit(browser: Chromium, url: string): Promise<Visit> {
  const looked = await onPhone(browser, "observe.js", (phone) => look(phone, url));
  const pressed = await onPhone(browser, "press.js", (phone) => press(phone, url));
  const inputDelayMs = await onPhone(browser, "observe.js", (phone) => tap(phone, url));
  return { ...looked, ...pressed, inputDelayMs };
}

async function onPhone<T>(
  browser: Chromium,
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

async function look({ wire, read, until }: Phone, url: string) {
  const transfers = countTransfers(wire);
  await wire.send("Page.navigate", { url });
  await until("document.readyState === 'complete'");
  await wait(restMs);
  const { tasksMs, requestsMs, inputDelayMs: _, ...felt } = await read<Felt>(feltExpression);
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

/** Without the icon of the tab, which browsers fetch when they like, and which nothing waits for. */
const feltExpression = `({ ...felt, requestsMs: performance.getEntriesByType("resource")
  .filter(({ name }) => ![...document.querySelectorAll("link[rel=icon]")].some(({ href }) => href === name))
  .map(({ startTime }) => startTime) })`;

/** Below 50 ms the browser tells of none: then it is 0. */
function longest(tasksMs: Felt["tasksMs"]): number {
  return Math.max(0, ...tasksMs.map(([, took]) => took));
}

type Metrics = { metrics: { name: string; value: number }[] };

async function scriptMs(wire: Wire): Promise<number> {
  const { metrics } = await wire.send<Metrics>("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
}

/** It cannot be pressed before it is seen, though the press is tried a moment before the paint is shown. */
async function press({ wire, read, until }: Phone, url: string) {
  await wire.send("Page.navigate", { url });
  await until("(globalThis.popupOpenMs ?? null) !== null && paintMs() > 0");
  const [openMs, paintMs] = await read<[number, number]>("[popupOpenMs, paintMs()]");
  const popupOpenMs = Math.max(openMs, paintMs);
  return { popupOpenMs, popupOfFirstPaint: popupOpenMs / paintMs };
}

type Place = { x: number; y: number; width: number; height: number };

/** As soon as there is something to tap. */
async function tap({ wire, read, until }: Phone, url: string): Promise<number> {
  await wire.send("Page.navigate", { url });
  await until("globalThis.felt?.firstPaintMs > 0");
  const { x, y, width, height } = await read<Place>(
    "document.querySelector(\"[data-cta='hero']\").getBoundingClientRect().toJSON()",
  );
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await until("felt.inputDelayMs !== null");
  return read<number>("felt.inputDelayMs");
}
