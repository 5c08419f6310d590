import { test as base } from "@playwright/test";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";

type Journey = {
  /** What the page's console complained of. A journey that expects a complaint takes it out. */
  complaints: string[];
  /** What the page's own policy had to forbid. No journey may expect any. */
  violations: string[];
  /** What was asked of anyone else. It is answered here: nothing leaves the machine. */
  askedElsewhere: string[];
};

const pageElsewhere = `<!doctype html><html lang="en"><title>Elsewhere</title><p>Elsewhere</p></html>`;

/** How Chromium tells of what a header of ours forbade, or of one that it cannot read. */
const policyWords =
  /Content Security Policy|Permissions[- ]Policy|Cross-Origin-|Trusted(?:HTML|Script|Type)/i;

/** A journey has a running site of its own worker, and fails on any error in the page's console. */
export const test = base.extend<Journey, { site: RunningSite }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (entry) => {
        if (entry.type() === "error" || entry.type() === "warning") complaints.push(entry.text());
      });
      await use(complaints);
      base.expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  violations: [
    async ({ page }, use) => {
      const violations: string[] = [];
      page.on("console", (entry) => {
        if (policyWords.test(entry.text())) violations.push(entry.text());
      });
      await use(violations);
      base.expect(violations).toEqual([]);
    },
    { auto: true },
  ],
  askedElsewhere: [
    async ({ context, site }, use) => {
      const asked: string[] = [];
      await context.route(
        ({ origin }) => origin !== site.url,
        (route) => {
          asked.push(route.request().url());
          return route.fulfill({ contentType: "text/html", body: pageElsewhere });
        },
      );
      await use(asked);
    },
    { auto: true },
  ],
});
