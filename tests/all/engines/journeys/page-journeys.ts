import { expect } from "vitest";
import { links } from "#content/links.ts";
import { phone } from "#tests/all/engines/browsers/browser.ts";
import {
  consent,
  fillIn,
  hydrate,
  type Journeys,
  openPage,
  pageForm,
  updatedOn,
} from "#tests/all/engines/landing.ts";
import { press, runInPage, textOf } from "#tests/all/engines/page-actions.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { faq, header, hero, lessons, messages, paths, signUp } = words;
const { toasts } = messages;

export const pageJourneys = {
  async "at the width of a phone the page hydrates, does not scroll sideways and uses its own font"({
    page,
    site,
  }) {
    await openPage(page, site.url);
    await hydrate(page);
    const widths = "return [innerWidth, document.documentElement.scrollWidth]";
    expect(await page.evaluate(widths)).toEqual([phone.width, phone.width]);
    const text = await textOf(page);
    for (const sentence of [hero.headline, faq.title, signUp.title])
      expect(text).toContain(sentence);
    const fonts = "return document.fonts.check('1em Atkinson') && document.fonts.size > 0";
    await expect.poll(() => page.evaluate(fonts)).toBe(true);
  },

  async "the form in the page asks for the tick in a toast, and confirms the sign-up in another one"({
    page,
    site,
  }) {
    const send = { role: "button", name: signUp.submit, within: pageForm } as const;
    await openPage(page, site.url);
    await hydrate(page);
    await fillIn(page, pageForm, visitor());
    await press(page, send);
    await expect.poll(() => textOf(page)).toContain(toasts.consentMissing.text);
    await press(page, consent);
    await press(page, send);
    await expect.poll(() => textOf(page)).toContain(toasts.signedUp.title);
    expect(await textOf(page)).not.toContain(toasts.consentMissing.text);
  },

  async "a lesson requests nothing from other sites before it is pressed, and then plays in its place"({
    page,
    site,
  }) {
    const { video, title } = lessons.lessons[0];
    await openPage(page, site.url);
    await hydrate(page);
    expect(await page.evaluate(requestsElsewhere)).toEqual([]);
    await press(page, { role: "link", name: lessons.playLabel.replace("{title}", title) });
    const player = { role: "frame", name: title } as const;
    await expect
      .poll(() => runInPage(page, "return find(arguments[0])?.src", player))
      .toContain(links.videos[video]);
    expect(await page.evaluate("return location.href")).toBe(`${site.url}/`);
  },

  async "calm mode holds on the other pages and on the next visit, and the policy has today's date"({
    page,
    site,
  }) {
    const calm = { role: "checkbox", name: header.calm } as const;
    await openPage(page, site.url);
    await hydrate(page);
    await press(page, calm);
    await page.go(site.url + paths.privacy);
    await expect.poll(() => page.evaluate("return document.documentElement.dataset.calm")).toBe("");
    await expect.poll(() => textOf(page)).toMatch(updatedOn);
    await page.go(`${site.url}/`);
    await expect.poll(() => runInPage(page, "return find(arguments[0])?.checked", calm)).toBe(true);
  },
} as const satisfies Journeys;

const requestsElsewhere = `
  return performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => !name.startsWith(location.origin))`;
