import { expect } from "vitest";
import type { Browser } from "#tests/all/engines/browsers/browser.ts";
import {
  call,
  consent,
  field,
  fillIn,
  hydrate,
  type Journeys,
  openPage,
  pageForm,
  popup,
  updatedOn,
  waitForSections,
  waitToClose,
  waitToOpen,
} from "#tests/all/engines/landing.ts";
import { lowContrastTexts } from "#tests/all/engines/low-contrast-texts.ts";
import { fill, isThere, press, textOf, typedIn } from "#tests/all/engines/page-actions.ts";
import { startSlowLine } from "#tests/all/engines/slow-line.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { hero, messages, paths, signUp } = words;
export const scriptJourneys = {
  async "after a visit to the policy the popup still has the typed text, closes and opens"({
    page,
    site,
  }) {
    const name = field("name", popup);
    await openPage(page, site.url);
    await hydrate(page);
    await press(page, call);
    await fill(page, name, "Bia");
    await press(page, { role: "link", name: messages.form.policy, within: popup });
    // Wait for the policy's script: a page that is left before its script has loaded logs an error.
    await expect.poll(() => textOf(page)).toMatch(updatedOn);
    await page.back();
    await expect.poll(() => page.evaluate("return location.pathname")).toBe("/");
    await hydrate(page);
    // After going back, some engines show the page as it was before, and others load it again.
    if (await isThere(page, popup)) {
      await page.pressEscape();
      await waitToClose(page, popup);
    }
    await press(page, call);
    await expect.poll(() => typedIn(page, name)).toBe("Bia");
  },

  async "while the script is late a call to action leads to a form, and the text typed there stays"({
    page,
    site,
  }) {
    const line = await startSlowLine(site.url);
    await openPage(page, line.url);
    await waitForSections(page);
    const form = await followCall(page);
    await fill(page, field("name", form), "Ana");
    line.letScriptsThrough();
    await hydrate(page);
    expect(await typedIn(page, field("name", form))).toBe("Ana");
  },

  async "before the script comes every text can be read, and nothing covers the first call to action"({
    page,
    site,
  }) {
    const line = await startSlowLine(site.url);
    await openPage(page, line.url);
    await waitForSections(page);
    expect(await lowContrastTexts(page)).toEqual([]);
    await followCall(page);
    line.letScriptsThrough();
    await hydrate(page);
  },

  async "without any script the form in the page is sent, and is on disk"({ engine, site }) {
    const ana = visitor({ name: "Ana Conceição" });
    const page = await engine.open({ scripts: false });
    try {
      await page.go(`${site.url}/`);
      await waitForSections(page);
      await fillIn(page, pageForm, ana);
      await press(page, consent);
      await press(page, { role: "button", name: signUp.submit, within: pageForm });
      await expect.poll(() => page.evaluate("return location.pathname")).toBe(paths.received);
      expect(site.submissions()).toContainEqual(ana);
    } finally {
      await page.close();
    }
  },
} as const satisfies Journeys;

/**
 * Follows the call to action, and returns the form that it leads to. Until the browser can open the popup, it shows a
 * link to the form in the page instead of the button.
 */
async function followCall(page: Browser) {
  const link = { role: "link", name: hero.cta } as const;
  if (await isThere(page, link)) {
    await press(page, link);
    await expect.poll(() => page.evaluate("return location.hash")).toBe("#form-section");
    return pageForm;
  }
  await press(page, call);
  await waitToOpen(page, popup);
  return popup;
}
