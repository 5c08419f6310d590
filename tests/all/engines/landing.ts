import { expect } from "vitest";
import { success } from "#content/success.ts";
import { type LeadField, leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { popupOpenedKey } from "#tests/support/browser/keep-popup-away.ts";
import { consent as consentSentence, words } from "#tests/support/browser/words.ts";
import type { RunningSite } from "#tests/support/built/running-site.ts";
import type { Browser } from "./browsers/browser.ts";
import { fill, isThere, type Named, runInPage } from "./page-actions.ts";

/** The parameters of a journey. All journeys of an engine share one browser, but no other state. */
type Journey = {
  page: Browser;
  site: RunningSite;
  /** Allows complaints that match the pattern, because the journey causes them. Any other one is a failure. */
  allowComplaint: (pattern: RegExp) => void;
};
export type Journeys = Record<string, (journey: Journey) => Promise<void>>;

const { hero, legal, messages, signUp } = words;

export const call = { role: "button", name: hero.cta } as const;
export const popup = { role: "dialog", name: messages.form.title } as const;
export const successPopup = { role: "dialog", name: success.title } as const;
export const pageForm = { role: "region", name: signUp.title } as const;
const consent = {
  role: "checkbox",
  name: consentSentence,
} as const;

/** A pattern of the date in the privacy policy; the date shows that the page's script has run. */
export const updatedOn = new RegExp(legal.updated.replace("{today}", "\\d\\d/\\d\\d/\\d{4}"));

/** Opens the page as a first visit: nothing is stored except that the popup has already opened by itself. */
export async function openPage(page: Browser, url: string): Promise<void> {
  // This URL is a picture, so none of our scripts can write while the storage is cleared.
  await page.go(`${url}/favicon.svg`);
  await page.evaluate(
    `localStorage.clear();
    sessionStorage.clear();
    sessionStorage.setItem("${popupOpenedKey}", "true");`,
  );
  await page.go(`${url}/`);
}

/**
 * Acts as a visitor who is about to use a form, until the page is hydrated. Then the page itself asks for a missing
 * tick in the consent box; before hydration the browser asks for it.
 */
export async function hydrate(page: Browser): Promise<void> {
  const body = `
    document.forms[0]?.dispatchEvent(new Event("pointerover", { bubbles: true }));
    return find(arguments[0])?.required`;
  await expect
    .poll(() => runInPage(page, body, consent), { message: "the page to hydrate" })
    .toBe(false);
  await waitForSections(page);
}

/** Waits until all sections are laid out, one by one after the first paint. Then nothing on the page moves any more. */
export async function waitForSections(page: Browser): Promise<void> {
  const body = `
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const hidden = [...document.querySelectorAll("main > section")]
      .filter((section) => getComputedStyle(section).contentVisibility === "hidden");
    return painted ? hidden.length : "nothing is painted yet";`;
  await expect.poll(() => page.evaluate(body), { message: "all sections to be laid out" }).toBe(0);
}

export async function fillIn(page: Browser, form: Named, lead: Lead): Promise<void> {
  for (const name of leadFields) await fill(page, field(name, form), lead[name]);
}

export function field(name: LeadField, within: Named): Named {
  return { role: "field", name: messages.form[name].label, within };
}

export async function waitToOpen(page: Browser, dialog: Named): Promise<void> {
  await expect.poll(() => isThere(page, dialog), { message: `${dialog.name} to open` }).toBe(true);
}

export async function waitToClose(page: Browser, dialog: Named): Promise<void> {
  await expect
    .poll(() => isThere(page, dialog), { message: `${dialog.name} to close` })
    .toBe(false);
}
