import { test as base } from "@playwright/test";
import { type RunningSite, startSite } from "./running-site.ts";

/** A journey has a running site of its own worker, and fails on any error in the page's console. */
export const test = base.extend<{ quietConsole: undefined }, { site: RunningSite }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (entry) => {
        if (entry.type() === "error" || entry.type() === "warning") complaints.push(entry.text());
      });
      await use(undefined);
      base.expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
