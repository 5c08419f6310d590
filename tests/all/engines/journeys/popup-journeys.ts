import { expect } from "vitest";
import { leadFields } from "#lead/contract.ts";
import type { Browser } from "#tests/all/engines/browsers/browser.ts";
import {
  call,
  field,
  fillIn,
  hydrate,
  type Journeys,
  openPage,
  popup,
  success,
  waitToClose,
  waitToOpen,
} from "#tests/all/engines/landing.ts";
import { isFocused, press, runInPage, textOf, typedIn } from "#tests/all/engines/page-actions.ts";
import { startSlowLine } from "#tests/all/engines/slow-line.ts";
import { failedSignUp } from "#tests/support/browser/complaints.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { hero, messages } = words;
const { form, toasts } = messages;
const cross = { role: "button", name: form.close, within: popup } as const;
const send = { role: "button", name: form.submit, within: popup } as const;

export const popupJourneys = {
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
    await waitToOpen(page, success);
    expect(site.submissions()).toContainEqual(ana);
    expect(await textOf(page, success)).toContain(messages.success.voucherText);
    await page.pressEscape();
    await waitToClose(page, success);
    await page.go(site.url);
    await expect.poll(() => textOf(page)).toContain(words.signedUp.done);
    expect(await textOf(page)).not.toContain(hero.cta);
  },

  async "without the server a toast on top of the popup shows the error, and the typed text stays"({
    engine,
    page,
    site,
    allowComplaint,
  }) {
    for (const complaint of [...engine.lostConnection, failedSignUp("TypeError")])
      allowComplaint(complaint);
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
} as const satisfies Journeys;

/** Returns the text of a toast that nothing covers. One script does all of it, because a toast disappears by itself. */
function uncoveredToast(page: Browser): Promise<string> {
  const toast = `
    const cross = find(arguments[0]);
    const { x, y, width, height } = cross.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return cross.contains(top) ? cross.parentElement.innerText : "covered by " + top?.outerHTML;`;
  return runInPage(page, toast, { role: "button", name: toasts.close, within: popup });
}
