import { expect, type Locator, type Page } from "@playwright/test";
import { keepPopupAway } from "#tests/support/browser/keep-popup-away.ts";
import { openLanding } from "#tests/support/browser/landing.ts";
import { test } from "#tests/support/browser/site-test.ts";

test.beforeEach(({ page }) => keepPopupAway(page));

const widths = [360, 768, 1280];
const topics = [
  "Características das altas habilidades",
  "Solidão existencial",
  "Neurociência",
  "O cérebro",
  "TDAH e autismo",
  "Trauma",
  "Aula gratuita",
];

for (const width of widths) {
  test(`at ${width} px a lesson plays where its poster was, with the focus in it`, async ({
    page,
    askedElsewhere,
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
      await expect.poll(() => askedElsewhere.length).toBe(index + 1);
      const address = new URL(askedElsewhere[index] ?? "");
      expect(`${address.origin}${address.pathname}`).toBe(
        `https://www.youtube-nocookie.com/embed/${video}`,
      );
      expect(address.searchParams.get("autoplay")).toBe("1");
      expect(await placeOf(player)).toEqual(place);
    }
  });

  test(`at ${width} px nothing is asked of anyone else before a press`, async ({
    page,
    askedElsewhere,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    for (const topic of topics) await lesson(page, topic).scrollIntoViewIfNeeded();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");

    await expect(page.locator("iframe")).toHaveCount(0);
    expect(askedElsewhere).toEqual([]);
  });
}

test("a lesson plays at the press of a key too", async ({ page }) => {
  await openLanding(page);
  await lesson(page, "Neurociência").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTitle("Neurociência", { exact: true })).toBeFocused();
});

test("the keys go to the lesson that was pressed last", async ({ page }) => {
  await page.context().route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<body><script>onkeyup = ({ key }) => document.body.append('pressed ' + key)</script>",
    }),
  );
  await openLanding(page);
  for (const topic of ["O cérebro", "Trauma"]) {
    await lesson(page, topic).click();
    const player = page.getByTitle(topic, { exact: true }).contentFrame();
    await expect(async () => {
      await page.keyboard.press("k");
      await expect(player.getByText("pressed k")).toBeVisible({ timeout: 100 });
    }).toPass();
  }
});

test("one lesson plays at a time: to start another brings back the poster of the first", async ({
  page,
}) => {
  await openLanding(page);
  await lesson(page, "O cérebro").click();
  await expect(lesson(page, "O cérebro")).toHaveCount(0);
  await lesson(page, "Trauma").click();

  await expect(page.getByTitle("Trauma", { exact: true })).toBeFocused();
  await expect(lesson(page, "O cérebro")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
});

test("a lesson opened in another tab leaves its poster alone", async ({ page }) => {
  await openLanding(page);
  const opened = page.context().waitForEvent("page");
  await lesson(page, "Trauma").click({ modifiers: ["ControlOrMeta"] });
  await opened;

  await expect(lesson(page, "Trauma")).toBeVisible();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("each lesson is a link to its own video", async ({ page }) => {
    await page.goto("/");
    const addresses = new Set<string>();
    for (const topic of topics)
      addresses.add((await lesson(page, topic).getAttribute("href")) ?? "");
    expect(addresses.size).toBe(7);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
  });
});

function lesson(page: Page, topic: string) {
  return page.getByRole("link", { name: `Assistir à aula: ${topic}`, exact: true });
}

/** On the page, not in the window: what gets the focus comes into view. */
function placeOf(element: Locator): Promise<{ left: number; top: number; width: number }> {
  return element.evaluate((node) => {
    const { left, top, width } = node.getBoundingClientRect();
    return { left, top: top + node.ownerDocument.defaultView.scrollY, width };
  });
}
