import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Chromium, Wire } from "#tests/support/machine/chromium.ts";

/** A mid-range phone on a mobile network, as Chromium plays it. */
const slowdown = 4;
const latencyMs = 150;
const bytesPerSecond = 1_600_000 / 8;
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

const lookAgainMs = 100;
const patienceMs = 30_000;

export type Phone = {
  wire: Wire;
  /** What an expression is worth in the page; a promise's value is waited for. */
  read: <Value>(expression: string) => Promise<Value>;
  until: (condition: string) => Promise<void>;
  close: () => Promise<void>;
};

/** A first visit: nothing is in any cache. The script runs before the page's own. */
export async function takePhone(browser: Chromium, scriptFile: string): Promise<Phone> {
  const context = await browser.send<{ browserContextId: string }>("Target.createBrowserContext");
  const target = { url: "about:blank", ...context };
  const { targetId } = await browser.send<{ targetId: string }>("Target.createTarget", target);
  const { sessionId } = await browser.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const wire = browser.wireTo(sessionId);
  await setUp(wire, await readFile(scriptFile, "utf8"));
  const read = <Value>(expression: string) => evaluate<Value>(wire, expression);
  return {
    wire,
    read,
    until: (condition) => until(() => read<boolean>(condition), condition),
    close: () => browser.send("Target.disposeBrowserContext", context),
  };
}

async function setUp(wire: Wire, source: string): Promise<void> {
  await wire.send("Page.enable");
  await wire.send("Network.enable");
  await wire.send("Performance.enable");
  await wire.send("Page.addScriptToEvaluateOnNewDocument", { source });
  await wire.send("Emulation.setLocaleOverride", { locale: "pt-BR" });
  await wire.send("Emulation.setDeviceMetricsOverride", screen);
  await wire.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await wire.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

async function evaluate<Value>(wire: Wire, expression: string): Promise<Value> {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await wire.send<{ result: { value: Value } }>("Runtime.evaluate", asked);
  return result.value;
}

async function until(met: () => Promise<boolean>, condition: string): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (!(await met())) {
    if (performance.now() > givenUpAt) throw new Error(`The page never came to: ${condition}`);
    await wait(lookAgainMs);
  }
}
