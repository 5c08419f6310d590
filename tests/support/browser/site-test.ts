import { launch } from "#content/launch.ts";
import { type Change, startVariant } from "#tests/support/built/variant-site.ts";
import { test as guarded, shared } from "./guarded-test.ts";

type SiteTest = {
  /**
   * The URLs outside the site that were requested. The test itself answers these requests: none of them leaves the
   * machine.
   */
  requestsElsewhere: string[];
};

const pageElsewhere = `<!doctype html><html lang="en"><title>Elsewhere</title><p>Elsewhere</p></html>`;

/** A test on the running site that fails on each unexpected complaint in the console. */
export const test = guarded.extend<SiteTest>({
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
function testOfVariant(change: Change) {
  return test.extend({ site: [shared(() => startVariant(change)), { scope: "worker" }] });
}

/** A test on a site whose page form stores sign-ups, or does not. Only one of the two differs from the present site. */
export function testOfPageForm(sends: boolean) {
  if (launch.inPageFormSends === sends) return test;
  return testOfVariant({
    file: "content/launch.ts",
    from: /inPageFormSends: (?:true|false)/,
    to: `inPageFormSends: ${sends}`,
  });
}
