import type { EngineName } from "#scripts/check/browsers/find-browsers.mjs";
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
  /** Messages in its console on every page of ours, which mean no harm to the visitor. */
  usualComplaints: readonly string[];
  /** Its own complaints about a request without a response, besides those of the page. */
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
    // `<details name>` came with Chromium 120.
    closesOtherAnswers: false,
    // It is older than this feature, which the pages forbid to newer browsers.
    usualComplaints: [
      "Error with Permissions-Policy header: Origin trial controlled feature not enabled: 'browsing-topics'.",
    ],
    lostConnection: [lostConnection],
  },
} as const satisfies Record<EngineName, Engine>;
