import { setTimeout as wait } from "node:timers/promises";
import type { Chromium, DevTools } from "#tests/support/machine/chromium.ts";

/** Chromium emulates a mid-range phone; `slow-start.ts` plays its network. */
const slowdown = 4;
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

const pollEveryMs = 100;
const maxWaitMs = 30_000;

export type Phone = {
  devTools: DevTools;
  /** Returns the value of an expression in the page. If the value is a promise, waits for its result. */
  read: <Value>(expression: string) => Promise<Value>;
  /** Waits until the condition is true in the page. */
  until: (condition: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens an emulated phone with empty caches. The script runs before the page's own scripts. */
export async function openPhone(browser: Chromium, script: string): Promise<Phone> {
  const context = await browser.send<{ browserContextId: string }>("Target.createBrowserContext");
  const target = { url: "about:blank", ...context };
  const { targetId } = await browser.send<{ targetId: string }>("Target.createTarget", target);
  const { sessionId } = await browser.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const devTools = browser.devToolsFor(sessionId);
  await setUp(devTools, script);
  const read = <Value>(expression: string) => evaluate<Value>(devTools, expression);
  return {
    devTools,
    read,
    until: (condition) => until(() => read<boolean>(condition), condition),
    close: () => browser.send("Target.disposeBrowserContext", context),
  };
}

async function setUp(devTools: DevTools, source: string): Promise<void> {
  await devTools.send("Page.enable");
  await devTools.send("Network.enable");
  await devTools.send("Performance.enable");
  await devTools.send("Page.addScriptToEvaluateOnNewDocument", { source });
  await devTools.send("Emulation.setLocaleOverride", { locale: "pt-BR" });
  await devTools.send("Emulation.setDeviceMetricsOverride", screen);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

async function evaluate<Value>(devTools: DevTools, expression: string): Promise<Value> {
  const request = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await devTools.send<{ result: { value: Value } }>("Runtime.evaluate", request);
  return result.value;
}

async function until(isMet: () => Promise<boolean>, condition: string): Promise<void> {
  const giveUpAt = performance.now() + maxWaitMs;
  while (!(await isMet())) {
    if (performance.now() > giveUpAt)
      throw new Error(`In ${maxWaitMs} ms this did not become true in the page: ${condition}`);
    await wait(pollEveryMs);
  }
}
