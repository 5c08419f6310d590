import { expect, type Locator } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { lesson } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const widths = [360, 768, 1280];
const topics = words.lessons.lessons.map(({ title }) => title);
const [first, , neuroscience = first, brain = first, , trauma = first] = words.lessons.lessons;

for (const width of widths) {
  test(`at ${width} px a lesson plays where its poster was, with the focus in it`, async ({
    page,
    requestsElsewhere,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLanding(page);
    for (const [index, topic] of topics.entries()) {
      const poster = lesson(page, topic);
      const video = /v=([\w-]+)$/.exec((await poster.getAttribute("href")) ?? "")?.[1];
      const place = await placeOf(poster);
      await poster.click();

      const player = page.getByTitle(topic, { exact: true });
      await expect(player).toBeFocused();
      await expect(poster).toHaveCount(0);
      await expect.poll(() => requestsElsewhere.length).toBe(index + 1);
      const address = new URL(requestsElsewhere[index] ?? "");
      expect(`${address.origin}${address.pathname}`).toBe(
        `https://www.youtube-nocookie.com/embed/${video}`,
      );
      expect(address.searchParams.get("autoplay")).toBe("1");
      expect(await placeOf(player)).toEqual(place);
    }
  });

  test(`at ${width} px nothing is requested from other sites before a press`, async ({
    page,
    requestsElsewhere,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    for (const topic of topics) await lesson(page, topic).scrollIntoViewIfNeeded();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");

    await expect(page.locator("iframe")).toHaveCount(0);
    expect(requestsElsewhere).toEqual([]);
  });
}

test("a lesson plays after a press of a key too", async ({ page }) => {
  await openLanding(page);
  await lesson(page, neuroscience.title).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTitle(neuroscience.title, { exact: true })).toBeFocused();
});

test("the lesson that was pressed last gets the keys", async ({ page }) => {
  await page.context().route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<body><script>onkeyup = ({ key }) => document.body.append('pressed ' + key)</script>",
    }),
  );
  await openLanding(page);
  for (const topic of [brain.title, trauma.title]) {
    await lesson(page, topic).click();
    const player = page.getByTitle(topic, { exact: true }).contentFrame();
    await expect(async () => {
      await page.keyboard.press("k");
      await expect(player.getByText("pressed k")).toBeVisible({ timeout: 100 });
    }).toPass();
  }
});

test("one lesson plays at a time: when another starts, the first has its poster again", async ({
  page,
}) => {
  await openLanding(page);
  await lesson(page, brain.title).click();
  await expect(lesson(page, brain.title)).toHaveCount(0);
  await lesson(page, trauma.title).click();

  await expect(page.getByTitle(trauma.title, { exact: true })).toBeFocused();
  await expect(lesson(page, brain.title)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
});

test("a lesson opened in another tab keeps its poster", async ({ page }) => {
  await openLanding(page);
  const opened = page.context().waitForEvent("page");
  await lesson(page, trauma.title).click({ modifiers: ["ControlOrMeta"] });
  await opened;

  await expect(lesson(page, trauma.title)).toBeVisible();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("each lesson is a link to its own video", async ({ page }) => {
    await page.goto("/");
    const addresses = new Set<string>();
    for (const topic of topics)
      addresses.add((await lesson(page, topic).getAttribute("href")) ?? "");
    expect(addresses.size).toBe(topics.length);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
  });
});

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
