import type { EngineName } from "#tests/all/programs.ts";
import { lostConnection } from "#tests/support/browser/complaints.ts";
import type { Browser, BrowserOptions } from "./browsers/browser.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openOldChromium } from "./browsers/old-chromium.ts";
import { openWebKit } from "./browsers/webkit.ts";

/** An engine, and how it differs from today's browsers. The journeys expect exactly these differences. */
export type Engine = {
  open: (options: BrowserOptions) => Promise<Browser>;
  /** Whether opening an answer of the FAQ closes the others (`<details name>`). */
  closesOtherAnswers: boolean;
  /**
   * The engine's own complaints in the console about a request without a response. The page's complaints come in
   * addition.
   */
  lostConnection: readonly RegExp[];
};

export const engines = {
  webkit: {
    open: openWebKit,
    closesOtherAnswers: true,
    lostConnection: [],
  },
  firefox: {
    open: openFirefox,
    closesOtherAnswers: true,
    lostConnection: [],
  },
  "chromium-109": {
    open: openOldChromium,
    // This Chromium does not know `<details name>`, which came with Chromium 120.
    closesOtherAnswers: false,
    lostConnection: [lostConnection],
  },
} as const satisfies Record<EngineName, Engine>;
