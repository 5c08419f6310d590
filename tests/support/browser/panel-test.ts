import { type SiteWithPanel, startSiteWithPanel } from "#tests/support/built/open-panel.ts";
import { test as guarded } from "./guarded-test.ts";

/** A test on a running site whose panel can be entered. */
export const test = guarded.extend<object, { site: SiteWithPanel }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSiteWithPanel();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
});
