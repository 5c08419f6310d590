import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { testimonials } = words;
const count = testimonials.pictures.length;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const [last, beforeLast] = [count, count - 1];

for (const { width, inView } of [
  { width: 767, inView: [1] },
  { width: 768, inView: [1, 2] },
  { width: 1023, inView: [1, 2] },
  { width: 1024, inView: [1, 2, 3] },
]) {
  test(`at ${width} px ${inView.length} of the testimonials are in view`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await expect(carousel(page).getByRole("img")).toHaveCount(count);
    for (const number of numbers) await expect(picture(page, number)).toBeAttached();
    await expect.poll(() => numbersInView(page)).toEqual(inView);
  });
}

test.describe("with arrows", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("on a phone the arrows go round over all testimonials", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await openLanding(page);
    for (const number of [...numbers.slice(1), 1]) {
      await next(page).click();
      await expect(position(page, number)).toBeVisible();
      expect(await numbersInView(page)).toEqual([number]);
    }
    for (const number of [last, beforeLast]) {
      await previous(page).click();
      await expect(position(page, number)).toBeVisible();
      expect(await numbersInView(page)).toEqual([number]);
    }
  });

  test("on a desktop the arrows go round until the last three", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openLanding(page);
    await previous(page).click();
    await expect(position(page, count - 2)).toBeVisible();
    expect(await numbersInView(page)).toEqual([count - 2, beforeLast, last]);
    await next(page).click();
    await expect(position(page, 1)).toBeVisible();
    expect(await numbersInView(page)).toEqual([1, 2, 3]);
  });

  test("the arrow keys go round too, but with Alt they are left to the browser", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openLanding(page);
    const strip = carousel(page).getByRole("list");
    await strip.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(position(page, beforeLast)).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(position(page, 1)).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await strip.dispatchEvent("keydown", { key: "ArrowRight", altKey: true });
    await expect(position(page, 2)).toBeVisible();
    expect(await numbersInView(page)).toEqual([2, 3]);
  });
});

test("two quick presses move on by two testimonials", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openLanding(page);
  await next(page).click({ clickCount: 2 });
  await expect(position(page, 3)).toBeVisible();
  await expect.poll(() => numbersInView(page)).toEqual([3]);
});

test("a screen reader reads the position, and a swipe changes it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openLanding(page);
  await expect(position(page, 1)).toHaveAttribute("aria-live", "polite");
  await carousel(page).getByRole("list").hover();
  await page.mouse.wheel(320, 0);
  await expect(position(page, 2)).toBeVisible();
  await expect(position(page, 2)).toHaveAttribute("aria-live", "polite");
});

test("the testimonials do not move by themselves", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openLanding(page);
  await page.clock.runFor(60_000);
  await expect(position(page, 1)).toBeAttached();
  expect(await numbersInView(page)).toEqual([1, 2]);
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the testimonials are a strip that scrolls, and no arrow is shown", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/");
    await expect(next(page)).toBeHidden();
    await expect(previous(page)).toBeHidden();
    await carousel(page).getByRole("list").hover();
    for (const number of [2, 3]) {
      await page.mouse.wheel(320, 0);
      await expect.poll(() => numbersInView(page)).toEqual([number]);
    }
  });
});

function carousel(page: Page) {
  return page.getByRole("region", { name: testimonials.carousel, exact: true });
}

function picture(page: Page, number: number) {
  return carousel(page).getByRole("img", {
    name: testimonials.alt.replace("{number}", String(number)),
    exact: true,
  });
}

function position(page: Page, number: number) {
  const filled = testimonials.position
    .replace("{number}", String(number))
    .replace("{count}", String(count));
  return carousel(page).getByText(filled, { exact: true });
}

function next(page: Page) {
  return carousel(page).getByRole("button", { name: testimonials.next, exact: true });
}

function previous(page: Page) {
  return carousel(page).getByRole("button", { name: testimonials.previous, exact: true });
}

/** The numbers of the testimonials that are completely between the edges of the strip. */
async function numbersInView(page: Page): Promise<number[]> {
  const strip = await carousel(page).getByRole("list").boundingBox();
  if (!strip) return [];
  const boxes = await Promise.all(numbers.map((number) => picture(page, number).boundingBox()));
  return numbers.filter((_, index) => {
    const box = boxes[index];
    return box && box.x >= strip.x && box.x + box.width <= strip.x + strip.width;
  });
}
