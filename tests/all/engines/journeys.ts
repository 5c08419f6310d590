import { expect } from "vitest";
import { leadFields } from "#lead/contract.ts";
import { unsentSignUp } from "#tests/support/browser/complaints.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { type Browser, phone } from "./browsers/browser.ts";
import {
  call,
  field,
  fillIn,
  hydrate,
  type Journeys,
  openPage,
  pageForm,
  popup,
  successPopup,
  updatedOn,
  waitForSections,
  waitToClose,
  waitToOpen,
} from "./landing.ts";
import {
  fill,
  isFocused,
  isThere,
  lowContrastTexts,
  press,
  runInPage,
  textOf,
  typedIn,
} from "./page-actions.ts";
import { startSlowLine } from "./slow-line.ts";

const { hero, messages } = words;
const { form, toasts } = messages;
const cross = { role: "button", name: form.close, within: popup } as const;
const send = { role: "button", name: form.submit, within: popup } as const;

/** The journeys for what browser engines do differently. Chromium's own journeys (tests/e2e) test everything else. */
export const journeys: Journeys = {
  async "at the width of a phone the page does not scroll sideways and uses its own font"({
    page,
    site,
  }) {
    await openPage(page, site.url);
    await hydrate(page);
    const widths = "return [innerWidth, document.documentElement.scrollWidth]";
    expect(await page.evaluate(widths)).toEqual([phone.width, phone.width]);
    const fonts = "return document.fonts.check('1em Atkinson') && document.fonts.size > 0";
    await expect.poll(() => page.evaluate(fonts)).toBe(true);
  },

  async "a call to action opens the popup; Esc and the cross close it, and the focus returns"({
    page,
    site,
  }) {
    await openPage(page, site.url);
    await hydrate(page);
    for (const close of [() => page.pressEscape(), () => press(page, cross)]) {
      await press(page, call);
      await waitToOpen(page, popup);
      await close();
      await waitToClose(page, popup);
      await expect.poll(() => isFocused(page, call)).toBe(true);
    }
  },

  async "a sign-up is on disk when the success popup opens, and a visitor who comes back is not invited again"({
    page,
    site,
  }) {
    const ana = visitor({ name: "Ana Conceição" });
    await openPage(page, site.url);
    await hydrate(page);
    await press(page, call);
    await fillIn(page, popup, ana);
    await press(page, send);
    await waitToOpen(page, successPopup);
    expect(site.submissions()).toContainEqual(ana);
    await page.pressEscape();
    await waitToClose(page, successPopup);
    await page.go(site.url);
    await expect.poll(() => textOf(page)).toContain(words.signedUp.done);
    expect(await textOf(page)).not.toContain(hero.cta);
  },

  async "without the server a toast on top of the popup shows the error, and the typed text stays"({
    page,
    site,
    allowComplaint,
  }) {
    for (const complaint of unsentSignUp) allowComplaint(complaint);
    const line = await startSlowLine(site.url);
    line.letScriptsThrough();
    const ana = visitor();
    await openPage(page, line.url);
    await hydrate(page);
    await press(page, call);
    await fillIn(page, popup, ana);
    line.cut();
    await press(page, send);
    await expect.poll(() => uncoveredToast(page)).toContain(toasts.sendFailed.text);
    for (const name of leadFields)
      await expect.poll(() => typedIn(page, field(name, popup))).toBe(ana[name]);
  },

  async "after a visit to the policy the popup still has the typed text, closes and opens"({
    page,
    site,
  }) {
    const name = field("name", popup);
    await openPage(page, site.url);
    await hydrate(page);
    await press(page, call);
    await fill(page, name, "Bia");
    await press(page, { role: "link", name: form.policy, within: popup });
    // Wait for the script of the policy page: a page that is left before its script has loaded logs an error.
    await expect.poll(() => textOf(page)).toMatch(updatedOn);
    await page.back();
    await expect.poll(() => page.evaluate("return location.pathname")).toBe("/");
    await hydrate(page);
    // After going back, some engines show the page as it was before; others load the page again.
    if (await isThere(page, popup)) {
      await page.pressEscape();
      await waitToClose(page, popup);
    }
    await press(page, call);
    await expect.poll(() => typedIn(page, name)).toBe("Bia");
  },

  async "while the script is late every text can be read, and a call leads to a form whose text stays"({
    page,
    site,
  }) {
    const line = await startSlowLine(site.url);
    await openPage(page, line.url);
    await waitForSections(page);
    expect(await lowContrastTexts(page)).toEqual([]);
    const reached = await followCall(page);
    await fill(page, field("name", reached), "Ana");
    line.letScriptsThrough();
    await hydrate(page);
    expect(await typedIn(page, field("name", reached))).toBe("Ana");
  },
};

/** Returns the text of a toast that nothing covers. It is only one script, because a toast soon disappears. */
function uncoveredToast(page: Browser): Promise<string> {
  const toast = `
    const cross = find(arguments[0]);
    const { x, y, width, height } = cross.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return cross.contains(top) ? cross.parentElement.innerText : "covered by " + top?.outerHTML;`;
  return runInPage(page, toast, { role: "button", name: toasts.close, within: popup });
}

/**
 * Follows the call to action, and returns the form that opens. Until the browser can open the popup, the page shows a
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
