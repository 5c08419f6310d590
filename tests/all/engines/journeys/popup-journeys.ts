import { expect } from "vitest";
import { launch } from "#content/launch.ts";
import { leadFields } from "#lead/contract.ts";
import type { Browser } from "#tests/all/engines/browsers/browser.ts";
import {
  call,
  field,
  fillIn,
  hydrate,
  type Journey,
  type Journeys,
  openPage,
  popup,
  success,
  waitToClose,
  waitToOpen,
} from "#tests/all/engines/landing.ts";
import {
  isFocused,
  isThere,
  press,
  runInPage,
  textOf,
  typedIn,
} from "#tests/all/engines/page-actions.ts";
import { startSlowLine } from "#tests/all/engines/slow-line.ts";
import { failedLoad, failedSignUp } from "#tests/support/browser/complaints.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { hero, messages } = words;
const { fieldProblems, form, toasts } = messages;
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

  async "each problem has a message in Portuguese, and the first field with a problem has the focus"({
    page,
    site,
  }) {
    await openPage(page, site.url);
    await hydrate(page);
    await press(page, call);
    await press(page, send);
    for (const { required } of Object.values(fieldProblems))
      await expect.poll(() => textOf(page, popup)).toContain(required);
    await expect.poll(() => isFocused(page, field("name", popup))).toBe(true);
    await fillIn(page, popup, { ...visitor(), email: "ana@" });
    await press(page, send);
    await expect.poll(() => textOf(page, popup)).toContain(fieldProblems.email.invalid);
    expect(await textOf(page, popup)).not.toContain(fieldProblems.name.required);
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
    expect(await textOf(page, success)).toContain(
      messages.success.when.replace("{visitorHour}", ""),
    );
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

  async "a sign-up without a line waits for the next visit, and is sent once"(journey) {
    const { page, site } = journey;
    const { line, ana } = await pressWithoutLine(journey);
    // As in a new tab: in this one the popup would open again, with what was typed.
    await page.evaluate("sessionStorage.clear()");
    await page.go("about:blank");
    await line.mend();
    await page.go(`${line.url}/`);
    await expect.poll(() => textOf(page)).toContain(toasts.signedUp.title);
    expect(await isThere(page, popup)).toBe(false);
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    expect(await page.evaluate(keptSignUp)).toBeNull();
    expect(site.submissions().filter((one) => JSON.stringify(one).includes(ana.email))).toEqual([
      ana,
    ]);
  },

  async "a sign-up that is refused at last is told, and nothing is kept"(journey) {
    const { page, allowComplaint } = journey;
    for (const complaint of [failedLoad(422), failedSignUp("422")]) allowComplaint(complaint);
    const { line, ana } = await pressWithoutLine(journey);
    await page.pressEscape();
    await waitToClose(page, popup);
    await page.evaluate(
      `localStorage.setItem("sign-up-draft", localStorage.getItem("sign-up-draft").replace(arguments[0], "ana@"))`,
      ana.email,
    );
    await line.mend();
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await waitToOpen(page, popup);
    await expect.poll(() => uncoveredToast(page)).toContain(toasts.sendFailed.text);
    await expect.poll(() => typedIn(page, field("email", popup))).toBe(ana.email);
    expect(await page.evaluate(keptSignUp)).toBeNull();
  },

  async "a sign-up that waits can be taken back, and is not sent"(journey) {
    const { page, site } = journey;
    const { line, ana } = await pressWithoutLine(journey);
    await press(page, { role: "button", name: form.takeBack, within: popup });
    await expect.poll(() => textOf(page, popup)).not.toContain(form.waits);
    await line.mend();
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    expect(await page.evaluate(keptSignUp)).toBeNull();
    await page.go(`${line.url}/`);
    await hydrate(page);
    expect(JSON.stringify(site.submissions())).not.toContain(ana.email);
  },

  async "the popup opens by itself after its delay, and only once in a visit"({ page, site }) {
    await openPage(page, site.url, { popupOpensByItself: true });
    await waitToOpen(page, popup);
    expect(await msSinceLoad(page)).toBeGreaterThan(launch.popupDelaySeconds * 1_000);
    await hydrate(page);
    await page.pressEscape();
    await waitToClose(page, popup);
    await page.go(`${site.url}/`);
    await hydrate(page);
    const past = { message: "the delay to be over", timeout: 60_000 };
    await expect
      .poll(() => msSinceLoad(page), past)
      .toBeGreaterThan(launch.popupDelaySeconds * 1_000 + 500);
    expect(await isThere(page, popup)).toBe(false);
  },
} as const satisfies Journeys;

const keptSignUp = "return localStorage.getItem('sign-up-draft')";

/** Signs up while the line is cut: the sentence about the wait stands below the button. */
async function pressWithoutLine({ engine, page, site, allowComplaint }: Journey) {
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
  await expect.poll(() => textOf(page, popup)).toContain(form.waits);
  return { line, ana };
}

/** Returns the text of a toast that nothing covers. One script does all of it, because a toast disappears by itself. */
function uncoveredToast(page: Browser): Promise<string> {
  const toast = `
    const cross = find(arguments[0]);
    const { x, y, width, height } = cross.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return cross.contains(top) ? cross.parentElement.innerText : "covered by " + top?.outerHTML;`;
  return runInPage(page, toast, { role: "button", name: toasts.close, within: popup });
}

function msSinceLoad(page: Browser): Promise<number> {
  return page.evaluate(
    "return performance.now() - performance.getEntriesByType('navigation')[0].loadEventStart",
  );
}
