import { expect, type Page, type Request } from "@playwright/test";
import { overrun, requestsBeforeLargestPaint, type Weight } from "#tests/budgets.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { startTwoPartDocument } from "#tests/support/looks/two-part-document.ts";

test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });

test("the whole page, scrolled to its end with no lesson started, keeps its budget", async ({
  page,
}) => {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await openLanding(page);
  await scrollToEnd(page);
  await page.waitForLoadState("networkidle");
  const weights = await Promise.all(requests.map(weigh));
  expect(weights.length).toBeGreaterThan(10);
  expect(overrun("the whole page, scrolled to its end", weights)).toBeUndefined();
});

test("before the largest paint the page requests only what the first screen needs, and no script", async ({
  page,
}) => {
  await page.goto("/");
  const requests = ["the document", ...(await requestsBeforePaint(page))];
  expect(
    requests.length,
    `${requests.join(", ")}: one of them can wait, and is requested too early`,
  ).toBeLessThanOrEqual(requestsBeforeLargestPaint);
  expect(requests.filter((name) => name.endsWith(".js"))).toEqual([]);
});

test("the first screen is painted while the rest of the document is still on its way", async ({
  page,
}) => {
  const document = await startTwoPartDocument(`${words.lessons.title}</h2>`);
  await page.route(`${document.url}**`, (route) => route.continue());
  await page.goto(document.url, { waitUntil: "commit" });
  const paints = () => page.evaluate<number>("performance.getEntriesByType('paint').length");
  await expect.poll(paints).toBeGreaterThan(0);
  await expect(page.locator("footer")).not.toBeAttached();
  document.sendRest();
  await expect(page.locator("footer")).toBeAttached();
  document.stop();
});

async function weigh(request: Request): Promise<Weight> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const name = new URL(request.url()).pathname;
  return { name, bytes: responseBodySize + responseHeadersSize };
}

/** The requests before the largest paint, without the icon of the tab: browsers fetch it at any time, and nothing waits for it. */
function requestsBeforePaint(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`new Promise((tell) => {
    new PerformanceObserver((list) => {
      const { startTime: painted } = list.getEntries().at(-1);
      const resources = performance.getEntriesByType("resource");
      const icons = [...document.querySelectorAll("link[rel=icon]")].map(({ href }) => href);
      const early = resources.filter(({ startTime }) => startTime < painted);
      tell(early.map(({ name }) => name).filter((name) => !icons.includes(name)));
    }).observe({ type: "largest-contentful-paint", buffered: true });
  })`);
}
