import { type PagesElsewhere, startPagesElsewhere } from "#tests/support/built/pages-elsewhere.ts";
import { test as guarded } from "./guarded-test.ts";

const startTimeLimitMs = 120_000;

/**
 * The pages on a static host, and the lead function at another origin. Does not use `site-test.ts`: its own responses
 * for other origins would hide whether the browser asks the function to allow the page (CORS).
 */
export const test = guarded.extend<object, { elsewhere: PagesElsewhere }>({
  elsewhere: [
    async ({ browserName: _ }, use) => {
      const elsewhere = await startPagesElsewhere();
      await use(elsewhere);
      await elsewhere.stop();
    },
    { scope: "worker", timeout: startTimeLimitMs },
  ],
});
