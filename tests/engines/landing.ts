import { expect } from "vitest";
import { hero } from "#content/hero.ts";
import { legal } from "#content/legal.ts";
import { messages } from "#content/messages.ts";
import { signUp } from "#content/sign-up.ts";
import type { Lead } from "#lead/lead.ts";
import type { RunningSite } from "#tests/support/built/running-site.ts";
import type { Browser } from "./browsers/browser.ts";
import type { Engine } from "./engines.ts";
import { ask, fill, isThere, type Named } from "./visitor.ts";

/** What a journey gets. All journeys of an engine share one browser, but nothing else is kept between them. */
type Journey = {
  engine: Engine;
  page: Browser;
  site: RunningSite;
  /** Call this in a journey whose pages log errors; in any other one they are a failure. */
  expectComplaints: () => void;
};
export type Journeys = Record<string, (journey: Journey) => Promise<void>>;

export const call = { role: "button", name: hero.cta } as const;
export const popup = { role: "dialog", name: messages.form.title } as const;
export const success = { role: "dialog", name: messages.success.title } as const;
export const pageForm = { role: "region", name: signUp.title } as const;
export const consent = {
  role: "checkbox",
  name: messages.wordings.texts[messages.wordings.current.consent],
} as const;

/** The date in the privacy policy, which shows that its script has run. */
export const updatedOn = new RegExp(legal.updated.replace("{today}", "\\d\\d/\\d\\d/\\d{4}"));

let visitors = 0;

export function visitor(): Lead {
  visitors += 1;
  const email = `visitor-${process.pid}-${visitors}@exemplo.com`;
  return { name: "Ana Conceição", email, whatsapp: "(11) 98765-4321" };
}

/** Begins a new visit without anything stored before. The popup does not open by itself unless the journey wants it. */
export async function arrive(
  page: Browser,
  url: string,
  { popupComes = false } = {},
): Promise<void> {
  // This address is a picture, so no script of ours can write while the storage is cleared.
  await page.go(`${url}/favicon.svg`);
  await page.evaluate(
    `localStorage.clear();
    sessionStorage.clear();
    if (!arguments[0]) sessionStorage.setItem("popup-opened", "true");`,
    popupComes,
  );
  await page.go(`${url}/`);
}

/** Waits until the page is hydrated: then the page itself asks for the tick, no longer the browser. */
export async function awake(page: Browser): Promise<void> {
  const body = "return find(arguments[0])?.required";
  await expect.poll(() => ask(page, body, consent), { message: "the page to wake" }).toBe(false);
  await sectionsCame(page);
}

/** Waits until all scenes are laid out, which happens one by one after the first paint: then nothing moves any more. */
export async function sectionsCame(page: Browser): Promise<void> {
  const body = `
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const hidden = [...document.querySelectorAll("main > section")]
      .filter((scene) => getComputedStyle(scene).contentVisibility === "hidden");
    return painted ? hidden.length : "nothing is painted yet";`;
  await expect.poll(() => page.evaluate(body), { message: "all scenes to come" }).toBe(0);
}

export async function fillIn(page: Browser, form: Named, lead: Lead): Promise<void> {
  await fill(page, field("name", form), lead.name);
  await fill(page, field("email", form), lead.email);
  await fill(page, field("whatsapp", form), lead.whatsapp);
}

export function field(name: "name" | "email" | "whatsapp", within: Named): Named {
  return { role: "field", name: messages.form[name].label, within };
}

export async function opens(page: Browser, dialog: Named): Promise<void> {
  await expect.poll(() => isThere(page, dialog), { message: `${dialog.name} to open` }).toBe(true);
}

export async function closes(page: Browser, dialog: Named): Promise<void> {
  await expect
    .poll(() => isThere(page, dialog), { message: `${dialog.name} to close` })
    .toBe(false);
}
