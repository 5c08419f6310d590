import { expect } from "vitest";
import { faq } from "#content/faq.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { pages } from "#content/pages.ts";
import { signUp } from "#content/sign-up.ts";
import { testimonials } from "#content/testimonials.ts";
import { inWords } from "#event/event-words.ts";
import { type Browser, phone } from "#tests/engines/browsers/browser.ts";
import {
  arrive,
  awake,
  closes,
  consent,
  fillIn,
  type Journeys,
  opens,
  pageForm,
  popup,
  updatedOn,
  visitor,
} from "#tests/engines/landing.ts";
import { ask, isThere, press, textOf } from "#tests/engines/visitor.ts";

const { floating, toasts } = messages;
const floatingCall = { role: "button", name: floating.label } as const;

export const pageJourneys = {
  async "the page wakes at the width of a phone, whole and in its own face"({ page, site }) {
    await arrive(page, site.url);
    await awake(page);
    const widths = "return [innerWidth, document.documentElement.scrollWidth]";
    expect(await page.evaluate(widths)).toEqual([phone.width, phone.width]);
    const text = await textOf(page);
    for (const words of [hero.headline, faq.title, signUp.title])
      expect(text).toContain(inWords(words));
    const face = "return document.fonts.check('1em Atkinson') && document.fonts.size > 0";
    await expect.poll(() => page.evaluate(face)).toBe(true);
  },

  async "the form in the page asks for the tick in a toast, and thanks in another"({ page, site }) {
    const send = { role: "button", name: signUp.submit, within: pageForm } as const;
    await arrive(page, site.url);
    await awake(page);
    await fillIn(page, pageForm, visitor());
    await press(page, send);
    await expect.poll(() => textOf(page)).toContain(toasts.consentMissing.text);
    await press(page, consent);
    await press(page, send);
    await expect.poll(() => textOf(page)).toContain(toasts.signedUp.title);
    expect(await textOf(page)).not.toContain(toasts.consentMissing.text);
  },

  async "a press opens an answer, and closes it again"({ engine, page, site }) {
    await arrive(page, site.url);
    await awake(page);
    await pressQuestion(page, 0);
    await expect.poll(() => openAnswers(page)).toEqual([0]);
    await pressQuestion(page, 2);
    await expect.poll(() => openAnswers(page)).toEqual(engine.closesOtherAnswers ? [2] : [0, 2]);
    await pressQuestion(page, 2);
    await expect.poll(() => openAnswers(page)).toEqual(engine.closesOtherAnswers ? [] : [0]);
  },

  async "the arrows of the carousel go on, back, and round in both directions"({ page, site }) {
    const { count, next, previous } = testimonials;
    await arrive(page, site.url);
    await awake(page);
    const steps = [
      [next, 1],
      [previous, 0],
      [previous, count - 1],
      [next, 0],
    ] as const;
    for (const [name, slide] of steps) {
      await press(page, { role: "button", name });
      await expect.poll(() => slideInView(page)).toBeCloseTo(slide, 1);
      await expect.poll(() => textOf(page)).toContain(positionOf(slide));
    }
  },

  async "the floating call comes when the visitor has scrolled, opens the popup, and stays away once closed"({
    page,
    site,
  }) {
    const limit = launch.floatingCtaScrollPx;
    await arrive(page, site.url);
    await awake(page);
    await scrollTo(page, limit - 50);
    expect(await isThere(page, floatingCall)).toBe(false);
    await scrollTo(page, limit + 120);
    await expect.poll(() => isThere(page, floatingCall)).toBe(true);
    await press(page, floatingCall);
    await opens(page, popup);
    await page.pressEscape();
    await closes(page, popup);
    await press(page, { role: "button", name: floating.close });
    await expect.poll(() => isThere(page, floatingCall)).toBe(false);
    await page.go(`${site.url}/`);
    await awake(page);
    await scrollTo(page, 2 * limit);
    expect(await isThere(page, floatingCall)).toBe(false);
  },

  async "a lesson asks for nothing elsewhere before it is pressed, and then plays in its place"({
    page,
    site,
    expectComplaints,
  }) {
    const { video, title } = hero.lessons[0];
    // The player cannot be reached from here.
    expectComplaints();
    await arrive(page, site.url);
    await awake(page);
    expect(await page.evaluate(askedElsewhere)).toEqual([]);
    await press(page, { role: "link", name: hero.playLabel.replace("{title}", title) });
    const player = { role: "frame", name: title } as const;
    await expect
      .poll(() => ask(page, "return find(arguments[0])?.src", player))
      .toContain(links.videos[video]);
    expect(await page.evaluate("return location.href")).toBe(`${site.url}/`);
  },

  async "calm mode holds on the other pages and on the next visit, and the policy has today's date"({
    page,
    site,
  }) {
    const calm = { role: "checkbox", name: header.calm } as const;
    await arrive(page, site.url);
    await awake(page);
    await press(page, calm);
    await page.go(site.url + pages.privacy.path);
    await expect.poll(() => page.evaluate("return document.documentElement.dataset.calm")).toBe("");
    await expect.poll(() => textOf(page)).toMatch(updatedOn);
    await page.go(`${site.url}/`);
    await expect.poll(() => ask(page, "return find(arguments[0])?.checked", calm)).toBe(true);
  },
} as const satisfies Journeys;

const askedElsewhere = `
  return performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => !name.startsWith(location.origin))`;

async function pressQuestion(page: Browser, number: number): Promise<void> {
  await press(page, { role: "question", name: inWords(faq.questions[number]?.question ?? "") });
}

function openAnswers(page: Browser): Promise<number[]> {
  return page.evaluate(`
    return [...document.querySelectorAll("details")].flatMap(({ open }, index) => (open ? [index] : []))`);
}

function slideInView(page: Browser): Promise<number> {
  const strip = { role: "region", name: testimonials.carousel };
  return ask(
    page,
    "const strip = find(arguments[0]).querySelector('ul'); return strip.scrollLeft / (strip.scrollWidth / strip.childElementCount)",
    strip,
  );
}

function positionOf(slide: number): string {
  const { position, count } = testimonials;
  return position.replace("{number}", String(slide + 1)).replace("{count}", String(count));
}

async function scrollTo(page: Browser, top: number): Promise<void> {
  await page.evaluate("scrollTo({ top: arguments[0], behavior: 'instant' })", top);
  await expect.poll(() => page.evaluate("return scrollY")).toBeCloseTo(top, 0);
}
