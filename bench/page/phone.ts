import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { findChromium } from "#scripts/find-chromium.mjs";

/** A mid-range phone on a mobile network, as Chromium plays it. */
const slowdown = 4;
const latencyMs = 150;
const bytesPerSecond = 1_600_000 / 8;

const screen = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: "pt-BR",
};

export type Phone = { page: Page; wire: CDPSession; close: () => Promise<void> };

export async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch(executablePath ? { executablePath } : {});
}

/** A first visit: nothing is in any cache. */
export async function takePhone(browser: Browser, initScript: string): Promise<Phone> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  await page.addInitScript({ path: initScript });
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Page.enable");
  await wire.send("Performance.enable");
  await wire.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, wire, close: () => context.close() };
}
