import { expect } from "vitest";
import { hero } from "#content/hero.ts";
import { messages } from "#content/messages.ts";
import { privacy } from "#content/privacy.ts";
import { signUp } from "#content/sign-up.ts";
import { inWords } from "#event/event-words.ts";
import type { Lead } from "#lead/lead.ts";
import type { RunningSite } from "#tests/support/running-site.ts";
import type { Browser } from "./browsers/browser.ts";
import type { Engine } from "./engines.ts";
import { ask, fill, isThere, type Named } from "./visitor.ts";

/** What a journey begins with: one browser for all of an engine's, with nothing kept from the one before. */
type Journey = {
  engine: Engine;
  page: Browser;
  site: RunningSite;
  /** Any other journey fails when the console of its pages complains. */
  expectComplaints: () => void;
};
export type Journeys = Record<string, (journey: Journey) => Promise<void>>;

export const call = { role: "button", name: hero.cta } as const;
export const popup = { role: "dialog", name: messages.form.title } as const;
export const success = { role: "dialog", name: messages.success.title } as const;
export const pageForm = { role: "region", name: inWords(signUp.title) } as const;
export const consent = {
  role: "checkbox",
  name: messages.wordings.texts[messages.wordings.current.consent],
} as const;

/** The policy says it when its script has come. */
export const updatedOn = new RegExp(privacy.updated.replace("{today}", "\\d\\d/\\d\\d/\\d{4}"));

let visitors = 0;

export function visitor(): Lead {
  visitors += 1;
  const email = `visitor-${process.pid}-${visitors}@exemplo.com`;
  return { name: "Ana Conceição", email, whatsapp: "(11) 98765-4321" };
}

/** A new visit, and nothing remembered of any before. Unless the journey is about it, the popup does not open by itself. */
export async function arrive(
  page: Browser,
  url: string,
  { popupComes = false } = {},
): Promise<void> {
  // A picture of the site: no script runs there that could write what is being cleared.
  await page.go(`${url}/favicon.svg`);
  await page.evaluate(
    `localStorage.clear();
    sessionStorage.clear();
    if (!arguments[0]) sessionStorage.setItem("popup-opened", "true");`,
    popupComes,
  );
  await page.go(`${url}/`);
}

/** With all its scripts awake: then the browser no longer asks for the tick, the page does. */
export async function awake(page: Browser): Promise<void> {
  const body = "return find(arguments[0])?.required";
  await expect.poll(() => ask(page, body, consent), { message: "the page to wake" }).toBe(false);
  await scenesCame(page);
}

/** The scenes of the page are laid out one after the other, after the first paint: until then nothing can be pressed. */
export async function scenesCame(page: Browser): Promise<void> {
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
