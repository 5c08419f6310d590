import type { EngineName } from "#scripts/find-engines.mjs";
import type { Browser, BrowserOptions } from "./browsers/browser.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openOldChromium } from "./browsers/old-chromium.ts";
import { openWebKit } from "./browsers/webkit.ts";

/** An engine, and what it does otherwise than a browser of today. The journeys expect exactly that of it. */
export type Engine = {
  open: (options: BrowserOptions) => Promise<Browser>;
  /** Whether of the answers to the questions only one is open (`<details name>`). */
  closesOtherAnswers: boolean;
};

export const engines = {
  webkit: { open: openWebKit, closesOtherAnswers: true },
  firefox: { open: openFirefox, closesOtherAnswers: true },
  /** `<details name>` came with Chromium 120. */
  "chromium-109": { open: openOldChromium, closesOtherAnswers: false },
} as const satisfies Record<EngineName, Engine>;
