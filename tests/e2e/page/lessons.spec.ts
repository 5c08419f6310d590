import { expect, type Locator, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { lesson } from "#tests/support/browser/page-parts.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const widths = [360, 768, 1280];
const topics = words.lessons.lessons.map(({ title }) => title);
const [first, second = first] = words.lessons.lessons;

test("a lesson plays where its poster was, with the focus in it, one at a time", async ({
  page,
  requestsElsewhere,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openLanding(page);
  await test.step("before a press nothing is requested from other sites", async () => {
    await scrollToEnd(page);
    await expect(page.getByRole("contentinfo")).toBeInViewport();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(requestsElsewhere).toEqual([]);
  });
  let played = 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const topic of topics) {
      const poster = lesson(page, topic);
      const video = /v=([\w-]+)$/.exec((await poster.getAttribute("href")) ?? "")?.[1];
      const place = await placeOf(poster);
      await poster.click();

      const player = page.getByTitle(topic, { exact: true });
      await expect(player).toBeFocused();
      await expect(poster).toHaveCount(0);
      await expect(page.locator("iframe")).toHaveCount(1);
      played += 1;
      await expect.poll(() => requestsElsewhere.length).toBe(played);
      const address = new URL(requestsElsewhere.at(-1) ?? "");
      expect(`${address.origin}${address.pathname}`).toBe(
        `https://www.youtube-nocookie.com/embed/${video}`,
      );
      expect(address.searchParams.get("autoplay")).toBe("1");
      expect(await placeOf(player)).toEqual(place);
    }
  }
});

test("a lesson opened in another tab keeps its poster; the one pressed last gets the keys", async ({
  page,
}) => {
  await page.context().route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<body><script>onkeyup = ({ key }) => document.body.append('pressed ' + key)</script>",
    }),
  );
  await openLanding(page);
  const opened = page.context().waitForEvent("page");
  await lesson(page, first.title).click({ modifiers: ["ControlOrMeta"] });
  await opened;
  await expect(lesson(page, first.title)).toBeVisible();
  await lesson(page, first.title).focus();
  await page.keyboard.press("Enter");
  await expectKeysIn(page, first.title);
  await lesson(page, second.title).click();
  await expectKeysIn(page, second.title);
});

async function expectKeysIn(page: Page, title: string): Promise<void> {
  await expect(page.getByTitle(title, { exact: true })).toBeFocused();
  const player = page.getByTitle(title, { exact: true }).contentFrame();
  await expect(async () => {
    await page.keyboard.press("k");
    await expect(player.getByText("pressed k")).toBeVisible({ timeout: 500 });
  }).toPass();
}

/**
 * The place of an element on the page. Its place in the window could change, because the browser scrolls an element
 * with the focus into view.
 */
function placeOf(element: Locator): Promise<{ left: number; top: number; width: number }> {
  return element.evaluate((node) => {
    const { left, top, width } = node.getBoundingClientRect();
    return { left, top: top + node.ownerDocument.defaultView.scrollY, width };
  });
}
