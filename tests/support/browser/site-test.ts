import type { PlaywrightWorkerOptions, WorkerFixture } from "@playwright/test";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { type Change, startVariant } from "#tests/support/built/variant-site.ts";
import { test as guarded } from "./guarded-test.ts";

type SiteTest = {
  /**
   * The URLs outside the site that were requested. The test itself answers these requests: none of them leaves the
   * machine.
   */
  requestsElsewhere: string[];
};

const pageElsewhere = `<!doctype html><html lang="en"><title>Elsewhere</title><p>Elsewhere</p></html>`;

/**
 * A test that fails on each unexpected complaint in the console. All tests in one of Playwright's workers share a
 * running site.
 */
export const test = guarded.extend<SiteTest, { site: RunningSite }>({
  site: [runningSite(startSite), { scope: "worker" }],
  baseURL: ({ site }, use) => use(site.url),
  requestsElsewhere: [
    async ({ context, site }, use) => {
      const requests: string[] = [];
      await context.route(
        ({ origin }) => origin !== site.url,
        (route) => {
          requests.push(route.request().url());
          return route.fulfill({ contentType: "text/html", body: pageElsewhere });
        },
      );
      await use(requests);
    },
    { auto: true },
  ],
});

/** The same test on a site with one line of its content changed. */
export function testOfVariant(change: Change) {
  return test.extend<object, { site: RunningSite }>({
    site: [runningSite(() => startVariant(change)), { scope: "worker" }],
  });
}

export function runningSite(
  start: () => Promise<RunningSite>,
): WorkerFixture<RunningSite, PlaywrightWorkerOptions> {
  return async ({ browserName: _ }, use) => {
    const site = await start();
    await use(site);
    await site.stop();
  };
}
