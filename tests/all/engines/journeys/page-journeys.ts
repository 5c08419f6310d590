import { expect } from "vitest";
import { phone } from "#tests/all/engines/browsers/browser.ts";
import {
  consent,
  fillIn,
  hydrate,
  type Journeys,
  openPage,
  pageForm,
} from "#tests/all/engines/landing.ts";
import { press, textOf } from "#tests/all/engines/page-actions.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { faq, hero, messages, signUp } = words;
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
} as const satisfies Journeys;
