import { test as guarded } from "./guarded-test.ts";

type SiteTest = {
  /**
   * The requested URLs outside the site. The test itself answers these requests, so that none of them leaves the
   * machine.
   */
  requestsElsewhere: string[];
};

const pageElsewhere = `<!doctype html><html lang="en"><title>Elsewhere</title><p>Elsewhere</p></html>`;

/** A test on the running site that fails on each unexpected error or warning in the console. */
export const test = guarded.extend<SiteTest>({
  baseURL: ({ site }, use) => use(site.url),
  requestsElsewhere: async ({ context, site }, use) => {
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
});
