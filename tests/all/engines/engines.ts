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
  /** Complaints in the engine's console on every page of ours, which do no harm to the visitor. */
  usualComplaints: readonly string[];
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
    usualComplaints: [],
    lostConnection: [],
  },
  firefox: {
    open: openFirefox,
    closesOtherAnswers: true,
    usualComplaints: [],
    lostConnection: [],
  },
  "chromium-109": {
    open: openOldChromium,
    // This Chromium does not know `<details name>`, which came with Chromium 120.
    closesOtherAnswers: false,
    // Chromium 109 is older than the feature `browsing-topics`, which the pages forbid to newer browsers.
    usualComplaints: [
      "Error with Permissions-Policy header: Origin trial controlled feature not enabled: 'browsing-topics'.",
    ],
    lostConnection: [lostConnection],
  },
} as const satisfies Record<EngineName, Engine>;
