import { test as base, type PlaywrightWorkerOptions, type WorkerFixture } from "@playwright/test";
import {
  clockBeforeClass,
  inClassWeek,
  timeBeforeClass,
} from "#tests/support/built/before-class.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { keepPopupAway } from "./keep-popup-away.ts";

type GuardedTest = {
  /** Whether the popup may open by itself 5 s after the page. Only the journeys about this allow it. */
  popupOpensByItself: boolean;
  pageConsole: {
    /** Allows errors and warnings like these in the console: the test causes them. Any other one is a failure. */
    allow: (patterns: RegExp | readonly RegExp[]) => void;
    /** A copy of the errors and warnings in the console so far. */
    complaints: () => string[];
  };
};

/** All journeys of one worker share the site, which starts when the first journey needs it. */
type Shared = { site: RunningSite };

/** Words of Chromium's messages about a violation of our security headers, or about a header that it cannot read. */
const policyWords =
  /Content Security Policy|Permissions[- ]Policy|Cross-Origin-|Trusted(?:HTML|Script|Type)/i;

/**
 * A test that fails if one of its tabs writes an error or warning that the test did not allow. An allowed line may be
 * missing: a browser may drop lines about a page that the test leaves.
 */
export const test = base.extend<GuardedTest, Shared>({
  site: [shared(() => startSite(clockBeforeClass)), { scope: "worker" }],
  popupOpensByItself: [false, { option: true }],
  context: async ({ context, popupOpensByItself }, use) => {
    if (!popupOpensByItself) await keepPopupAway(context);
    if (inClassWeek) await context.clock.install({ time: timeBeforeClass() });
    await use(context);
  },
  pageConsole: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const violations: string[] = [];
      const allowed: RegExp[] = [];
      context.on("weberror", (event) => complaints.push(event.error().message));
      context.on("console", (entry) => {
        if (policyWords.test(entry.text())) violations.push(entry.text());
        else if (entry.type() === "error" || entry.type() === "warning")
          complaints.push(entry.text());
      });
      await use({
        allow: (patterns) => void allowed.push(...[patterns].flat()),
        complaints: () => [...complaints],
      });
      const unexpected = complaints.filter((one) => !allowed.some((pattern) => pattern.test(one)));
      base.expect(unexpected, "complaints that the test did not allow").toEqual([]);
      base.expect(violations, "violations of a policy, which no test may cause").toEqual([]);
    },
    { auto: true },
  ],
});

/** A fixture that all journeys of a worker share. */
export function shared<T extends { stop: () => Promise<void> }>(
  start: () => Promise<T>,
): WorkerFixture<T, PlaywrightWorkerOptions> {
  return async ({ browserName: _ }, use) => {
    const started = await start();
    await use(started);
    await started.stop();
  };
}
