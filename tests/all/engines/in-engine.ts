import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EngineName } from "#tests/all/programs.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import type { Browser } from "./browsers/browser.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openOldChromium } from "./browsers/old-chromium.ts";
import { openWebKit } from "./browsers/webkit.ts";
import { journeys } from "./journeys.ts";

const openers = {
  webkit: openWebKit,
  firefox: openFirefox,
  "chromium-109": openOldChromium,
} as const satisfies Record<EngineName, () => Promise<Browser>>;

/** Runs all journeys in one engine: in one browser, one after the other. No journey depends on an earlier journey. */
export function journeysIn(name: EngineName): void {
  const open = openers[name];
  let page: Browser;
  let site: RunningSite;
  let allowed: RegExp[] = [];

  beforeAll(async () => {
    [page, site] = await Promise.all([open(), startSite()]);
  });
  afterAll(async () => {
    await page?.close();
    await site?.stop();
  });
  beforeEach(async () => {
    // Leaving the page of the previous journey may write complaints, which must not count for the next journey.
    await page.go("about:blank");
    await page.takeComplaints();
    allowed = [];
  });
  afterEach(async () => {
    const complaints = await page.takeComplaints();
    const unexpected = complaints.filter((one) => !allowed.some((pattern) => pattern.test(one)));
    expect(unexpected.join("\n"), "complaints that the journey did not allow").toBe("");
  });

  const allowComplaint = (pattern: RegExp) => void allowed.push(pattern);
  describe(`in ${name}`, () => {
    for (const [title, run] of Object.entries(journeys))
      test(title, () => run({ page, site, allowComplaint }));
  });
}
