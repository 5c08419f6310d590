import type { EngineName } from "#tests/all/programs.ts";
import { lostConnection } from "#tests/support/browser/complaints.ts";
import type { Browser, BrowserOptions } from "./browsers/browser.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openOldChromium } from "./browsers/old-chromium.ts";
import { openWebKit } from "./browsers/webkit.ts";

/** An engine, and how it differs from today's browsers. The journeys expect exactly these differences. */
export type Engine = {
  open: (options: BrowserOptions) => Promise<Browser>;
  /**
   * The engine's own complaints in the console about a request without a response. The page's complaints come in
   * addition.
   */
  lostConnection: readonly RegExp[];
};

export const engines = {
  webkit: {
    open: openWebKit,
    lostConnection: [],
  },
  firefox: {
    open: openFirefox,
    lostConnection: [],
  },
  "chromium-109": {
    open: openOldChromium,
    lostConnection: [lostConnection],
  },
} as const satisfies Record<EngineName, Engine>;
