import { expect, type Page } from "@playwright/test";
import { disableScrollAnchoring } from "#tests/support/browser/limited-browser.ts";
import { openLanding, waitForSections } from "#tests/support/browser/open-landing.ts";
import { heroCall, lesson, questions } from "#tests/support/browser/page-parts.ts";
import { scrollToEnd } from "#tests/support/browser/scroll-to-end.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { waitForPaint } from "#tests/support/looks/late-fonts.ts";

const { title, questions: all } = words.faq;
const { testimonials } = words;

const [firstQuestion] = all;

test("on a small phone the first screen says who presents and shows the first call to action", async ({
  page,
}) => {
  // A longer headline of an owner may need another line.
  const headline = "A maior oferta da história das altas habilidades";
  await page.goto("/");
  await page.getByText(words.hero.headline).evaluate((shown, text) => {
    shown.textContent = text;
  }, headline);
  for (const [width, height, share] of [
    [360, 640, 0.5],
    [390, 664, 1],
    [360, 740, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByText(words.hero.proof)).toBeInViewport({ ratio: 1 });
    await expect(heroCall(page)).toBeInViewport({ ratio: share });
  }
  await test.step("no list is without its marks in the way that takes its role in VoiceOver", async () => {
    const styles = await page
      .locator("ul, ol")
      .evaluateAll((lists) =>
        lists.map((one) => one.ownerDocument.defaultView.getComputedStyle(one).listStyleType),
      );
    expect(styles.length).toBeGreaterThan(5);
    expect(styles).not.toContain("none");
  });
});

test("an address with #perguntas leads to the questions", async ({ page }) => {
  await disableScrollAnchoring(page);
  await page.goto("/#perguntas");
  await waitForSections(page);
  await expect(page.getByRole("heading", { name: title, exact: true })).toBeInViewport();
});

test.describe("the questions without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("each question opens its answer, closes the other, and can be closed", async ({ page }) => {
    await page.goto("/");
    await expect(questions(page).getByRole("heading", { level: 3 })).toHaveText(
      all.map(({ question }) => question),
    );
    await expectOneAnswer(page);
    await questions(page).getByText(firstQuestion.question).click();
    await questions(page).getByText(firstQuestion.question).click();
    await expect(questions(page).getByText(firstQuestion.answer)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(questions(page).getByText(firstQuestion.answer)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(questions(page).getByText(firstQuestion.answer)).toBeHidden();
  });
});

/** Opens the questions one after the other: only the answer to the opened question is visible. */
async function expectOneAnswer(page: Page): Promise<void> {
  const answers = questions(page).locator("details > :not(summary)").filter({ visible: true });
  for (const { question, answer } of all) {
    await questions(page).getByText(question).click();
    await expect(answers).toHaveText([answer], { useInnerText: true });
  }
}

const topics = words.lessons.lessons.map(({ title }) => title);

test("a lesson plays large, in its order, with the focus, one at a time", async ({
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
  for (const [width, pressed, least] of [
    [360, [...topics.slice(0, 2), ...topics.slice(-1)], 320],
    [768, topics.slice(1, 2), 640],
    [1280, topics.slice(2, 3), 480],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const topic of pressed) {
      const poster = lesson(page, topic);
      const video = /v=([\w-]+)$/.exec((await poster.getAttribute("href")) ?? "")?.[1];
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
      const { width: wide = 0, height = 0 } = (await player.boundingBox()) ?? {};
      expect(wide).toBeGreaterThanOrEqual(least);
      expect(height).toBeCloseTo((wide * 9) / 16, 0);
      await expect(player).toBeInViewport({ ratio: 0.99 });
      await expect(page.locator(".lessons__lesson")).toContainText(topics);
    }
  }
});

const count = testimonials.pictures.length;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const [last, beforeLast] = [count, count - 1];

test("as many testimonials are in view as fit, with arrows only for more", async ({ page }) => {
  await openLanding(page);
  await expect(carousel(page).getByRole("img")).toHaveCount(count);
  for (const { width, inView } of [
    { width: 767, inView: [1] },
    { width: 768, inView: [1, 2] },
    { width: 1023, inView: [1, 2] },
    { width: 1024, inView: [1, 2, 3] },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => numbersInView(page), `${width} px`).toEqual(inView);
    await expect(next(page)).toBeVisible();
    for (const slides of ["1", "2", "3"]) {
      await carousel(page).evaluate((node, few) => node.setAttribute("data-slides", few), slides);
      const all = inView.length >= Number(slides);
      await expect(next(page), `${slides} at ${width} px`).toBeVisible({ visible: !all });
    }
    await carousel(page).evaluate((node) => node.removeAttribute("data-slides"));
  }
  await test.step("also in a browser that does not know the name of a list, one answer is open", async () => {
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.name = ''");
    await expectOneAnswer(page);
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("arrows and arrow keys go round over all testimonials", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await openLanding(page);
    await test.step("on a phone", async () => {
      for (const number of [...numbers.slice(1), 1]) {
        await next(page).click();
        await expectInView(page, [number]);
      }
      for (const number of [last, beforeLast]) {
        await previous(page).click();
        await expectInView(page, [number]);
      }
    });
    await test.step("with keys, but with Alt they are left to the browser", async () => {
      await page.setViewportSize({ width: 768, height: 900 });
      await toStart(page);
      await expectInView(page, [1, 2]);
      await carousel(page).getByRole("list").focus();
      await page.keyboard.press("ArrowLeft");
      await expectInView(page, [beforeLast, last]);
      await page.keyboard.press("ArrowRight");
      await expectInView(page, [1, 2]);
      await page.keyboard.press("ArrowRight");
      const withAlt = { key: "ArrowRight", altKey: true };
      await carousel(page).getByRole("list").dispatchEvent("keydown", withAlt);
      await expectInView(page, [2, 3]);
    });
    await test.step("on a desktop until the last three", async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await toStart(page);
      await expectInView(page, [1, 2, 3]);
      await previous(page).click();
      await expectInView(page, [count - 2, beforeLast, last]);
      await next(page).click();
      await expectInView(page, [1, 2, 3]);
    });
  });
});

test("testimonials move only by a press or a swipe, and the number follows", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openLanding(page);
  await page.clock.runFor(60_000);
  await expectInView(page, [1]);
  await expect(position(page, 1)).toHaveAttribute("aria-live", "polite");
  await test.step("also to a slide to which something else moves while an arrow's slide comes", async () => {
    await carousel(page).evaluate((node) => {
      const list = node.querySelector("ul");
      node.querySelector("button[data-steps='1']").click();
      list.scrollTo({ left: list.scrollWidth, behavior: "instant" });
    });
    await expectInView(page, [last]);
  });
  await toStart(page);
  await expectInView(page, [1]);
  await test.step("two quick presses move on by two", async () => {
    await next(page).click({ clickCount: 2 });
    await expectInView(page, [3]);
  });
  await waitForRest(page);
  await wheelPast(page, 3);
  // A late turn of the wheel may still move the strip of testimonials.
  await expect(async () => {
    const [number = 0] = await numbersInView(page);
    await expect(position(page, number)).toHaveAttribute("aria-live", "polite", { timeout: 1_000 });
  }).toPass();
});

test.describe("the testimonials without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the testimonials are a strip that scrolls, and no arrow is shown", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/");
    await expect(next(page)).toBeHidden();
    await expect(previous(page)).toBeHidden();
    // If a section above the strip is laid out late, the strip moves away from the pointer.
    await waitForSections(page);
    await wheelPast(page, 1);
  });
});

function carousel(page: Page) {
  return page.getByRole("region", { name: testimonials.carousel, exact: true });
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

async function expectInView(page: Page, inView: [number, ...number[]]): Promise<void> {
  await expect(position(page, inView[0])).toBeAttached();
  await expect.poll(() => numbersInView(page)).toEqual(inView);
}

/** Waits until the strip no longer scrolls: it would take a swipe as part of the movement before. */
async function waitForRest(page: Page): Promise<void> {
  const left = () =>
    carousel(page)
      .getByRole("list")
      .evaluate((list) => list.scrollLeft);
  await expect(async () => {
    const before = await left();
    await waitForPaint(page);
    await waitForPaint(page);
    expect(await left()).toBe(before);
  }).toPass();
}

/** Turns the wheel over the strip until this testimonial has left it, as a person does: a busy browser may miss a turn. */
async function wheelPast(page: Page, number: number): Promise<void> {
  await carousel(page).getByRole("list").hover();
  await expect(async () => {
    await page.mouse.wheel(320, 0);
    await waitForRest(page);
    const [inView = 0] = await numbersInView(page);
    expect(inView).toBeGreaterThan(number);
  }).toPass();
}

async function toStart(page: Page): Promise<void> {
  await carousel(page)
    .getByRole("list")
    .evaluate((list) => list.scrollTo({ left: 0 }));
}

/** The numbers of the testimonials that are completely visible in the strip. */
function numbersInView(page: Page): Promise<number[]> {
  return carousel(page)
    .getByRole("list")
    .evaluate((list) => {
      const strip = list.getBoundingClientRect();
      return [...list.querySelectorAll("img")].flatMap((image, index) => {
        const { left, right, width } = image.getBoundingClientRect();
        return width > 0 && left >= strip.left && right <= strip.right ? [index + 1] : [];
      });
    });
}
