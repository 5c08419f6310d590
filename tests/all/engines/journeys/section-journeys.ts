import { expect } from "vitest";
import type { Browser } from "#tests/all/engines/browsers/browser.ts";
import { hydrate, type Journeys, openPage } from "#tests/all/engines/landing.ts";
import { press, runInPage, textOf } from "#tests/all/engines/page-actions.ts";
import { words } from "#tests/support/browser/words.ts";

const { faq, testimonials } = words;

export const sectionJourneys = {
  async "a press opens an answer, and closes it again"({ page, site }) {
    await openPage(page, site.url);
    await hydrate(page);
    await pressQuestion(page, 0);
    await expect.poll(() => openAnswers(page)).toEqual([0]);
    await pressQuestion(page, 2);
    await expect.poll(() => openAnswers(page)).toEqual([2]);
    await pressQuestion(page, 2);
    await expect.poll(() => openAnswers(page)).toEqual([]);
  },

  async "the carousel's arrows move it forward and back, and from each end to the other"({
    page,
    site,
  }) {
    const { pictures, next, previous } = testimonials;
    await openPage(page, site.url);
    await hydrate(page);
    const steps = [
      [next, 1],
      [previous, 0],
      [previous, pictures.length - 1],
      [next, 0],
    ] as const;
    for (const [name, slide] of steps) {
      await press(page, { role: "button", name });
      await expect.poll(() => slideInView(page)).toBeCloseTo(slide, 1);
      await expect.poll(() => textOf(page)).toContain(positionOf(slide));
    }
  },
} as const satisfies Journeys;

async function pressQuestion(page: Browser, number: number): Promise<void> {
  await press(page, { role: "question", name: faq.questions[number]?.question ?? "" });
}

function openAnswers(page: Browser): Promise<number[]> {
  return page.evaluate(`
    return [...document.querySelectorAll("details")].flatMap(({ open }, index) => (open ? [index] : []))`);
}

function slideInView(page: Browser): Promise<number> {
  const strip = { role: "region", name: testimonials.carousel };
  return runInPage(
    page,
    "const strip = find(arguments[0]).querySelector('ul'); return strip.scrollLeft / (strip.scrollWidth / strip.childElementCount)",
    strip,
  );
}

function positionOf(slide: number): string {
  const { position, pictures } = testimonials;
  return position
    .replace("{number}", String(slide + 1))
    .replace("{count}", String(pictures.length));
}
