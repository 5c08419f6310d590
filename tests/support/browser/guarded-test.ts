import { test as base, type PlaywrightWorkerOptions, type WorkerFixture } from "@playwright/test";
import {
  clockBeforeClass,
  inClassWeek,
  timeBeforeClass,
} from "#tests/support/built/before-class.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { keepPopupAway } from "./keep-popup-away.ts";

type GuardedTest = {
  /** Whether the popup may open by itself, 5 s after the page. Only journeys about that let it. */
  popupOpensByItself: boolean;
  pageConsole: {
    /** Lets the browser write lines like these: the test causes them. Any other error or warning is a failure. */
    allow: (patterns: RegExp | readonly RegExp[]) => void;
    /** A copy of the errors and warnings so far. */
    complaints: () => string[];
  };
};

/** All journeys of one worker share the site. It is started when the first journey asks for it. */
type Shared = { site: RunningSite };

/** Chromium's words about a violation of one of our security headers, or about a header that it cannot read. */
const policyWords =
  /Content Security Policy|Permissions[- ]Policy|Cross-Origin-|Trusted(?:HTML|Script|Type)/i;

/**
 * A test that fails on each error or warning in the console that it did not allow, in all of its tabs. It does not ask
 * that an allowed line comes: a browser may leave out lines about a page that the test leaves.
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
