import { expect, type Page, type Request } from "@playwright/test";
import { overrun, requestsBeforeLargestPaint, type Weight } from "#tests/budgets.ts";
import {
  hydrateByUse,
  openBeforeHydration,
  waitForHydration,
} from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  field,
  heroCall,
  leadPopup,
  pageForm,
} from "#tests/support/browser/page-parts.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { startTwoPartDocument } from "#tests/support/browser/two-part-document.ts";
import { words } from "#tests/support/browser/words.ts";
import { waitForPaint } from "#tests/support/looks/late-fonts.ts";

test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true });

const longAfterMs = 60_000;
/** The pictures that are not loaded yet. Pictures outside the window to the left or right, as in a carousel, do not count. */
const missingPictures = `[...document.images].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && !(one.complete && one.naturalWidth > 0);
}).map(({ currentSrc, src }) => currentSrc || src)`;

test.describe("reading", () => {
  test.use({ popupOpensByItself: true });

  test("the whole page, scrolled to its end, keeps its budget, and loads little script until a form is used", async ({
    page,
  }) => {
    const requests = recordRequests(page);
    await openBeforeHydration(page);
    await scrollToEnd(page);
    await page.clock.fastForward(longAfterMs);
    await closeButton(leadPopup(page)).tap();
    await expect(leadPopup(page)).toBeHidden();
    // The page fetches its script and then imports it from the cache: these two requests load one file.
    const scripts = requests.filter((request) => request.url().endsWith(".js"));
    const files = new Map(scripts.map((request) => [request.url(), request]));
    const read = await Promise.all([...files.values()].map(weighBody));
    expect(read.length).toBeGreaterThan(0);
    expect(overrun("script of a reading visit", read)).toBeUndefined();
    await hydrateByUse(page);
    await expect.poll(() => page.evaluate<string[]>(missingPictures)).toEqual([]);
    const whole = await Promise.all(requests.map(weigh));
    expect(whole.length).toBeGreaterThan(10);
    expect(overrun("the whole page, scrolled to its end", whole)).toBeUndefined();
  });

  // The popup's own use stays first: it opens by itself once in a tab, which remembers it.
  const uses: [string, (page: Page) => Promise<unknown>][] = [
    [
      "the focus in the popup that opened by itself",
      async (page) => {
        await page.clock.fastForward(longAfterMs);
        await field(leadPopup(page), "name").focus();
      },
    ],
    ["a finger on a call to action", (page) => heroCall(page).tap()],
    ["the pointer over the form in the page", (page) => field(pageForm(page), "email").hover()],
  ];

  test("each first use loads the script of the forms, which waits for it", async ({ page }) => {
    for (const [use, begin] of uses)
      await test.step(use, async () => {
        const requests = recordRequests(page);
        const ofForms = () =>
          requests.filter((one) => /assets\/(?:react|islands)-/.test(one.url()));
        await openBeforeHydration(page);
        await waitForPaint(page);
        expect(ofForms()).toEqual([]);
        await begin(page);
        await waitForHydration(page);
        await expect.poll(() => ofForms().length).toBe(2);
      });
  });
});

test("before the largest paint comes only what it needs, and no script", async ({ page }) => {
  await page.goto("/");
  const requests = ["the document", ...(await requestsBeforePaint(page))];
  expect(
    requests.length,
    `${requests.join(", ")}: one of them can wait, and is requested too early`,
  ).toBeLessThanOrEqual(requestsBeforeLargestPaint);
  expect(requests.filter((name) => name.endsWith(".js"))).toEqual([]);
});

test("the first screen is painted while the rest is still on its way", async ({ page }) => {
  const document = await startTwoPartDocument(`${words.lessons.title}</h2>`);
  await page.route(`${document.url}**`, (route) => route.continue());
  await page.goto(document.url, { waitUntil: "commit" });
  const paints = () => page.evaluate<number>("performance.getEntriesByType('paint').length");
  await expect.poll(paints).toBeGreaterThan(0);
  await expect(page.locator("footer")).not.toBeAttached();
  document.sendRest();
  await expect(page.locator("footer")).toBeAttached();
  // Otherwise the page would complain when its server ends while a script is still loading.
  await page.goto("about:blank");
  document.stop();
});

/** Records the requests that end after this call. */
function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return requests;
}

async function weigh(request: Request): Promise<Weight> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const name = new URL(request.url()).pathname;
  return { name, bytes: responseBodySize + responseHeadersSize };
}

async function weighBody(request: Request): Promise<Weight> {
  const { responseBodySize } = await request.sizes();
  return { name: new URL(request.url()).pathname, bytes: responseBodySize };
}

/** The requests before the largest paint, without the tab's icon: browsers fetch it at any time, and nothing waits for it. */
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
