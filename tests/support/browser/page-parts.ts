import type { Locator, Page } from "@playwright/test";
import { success } from "#content/success.ts";
import type { LeadField } from "#lead/contract.ts";
import { consent, consentForNext, words } from "./words.ts";

const { faq, floating, header, hero, lessons, messages, signUp } = words;
const { form, notFound, toasts } = messages;

type Place = Page | Locator;

export function heroCall(page: Page): Locator {
  return page.getByRole("button", { name: hero.cta, exact: true });
}

/** The link to the page's form, which replaces the hero's button until a press can open the popup. */
export function heroLink(page: Page): Locator {
  return page.getByRole("link", { name: hero.cta, exact: true });
}

export function floatingCall(page: Page): Locator {
  return page.getByRole("button", { name: floating.label, exact: true });
}

export function closeFloatingCall(page: Page): Locator {
  return page.getByRole("button", { name: floating.close, exact: true });
}

export function leadPopup(page: Page): Locator {
  return page.getByRole("dialog", { name: form.title, exact: true });
}

export async function openLeadPopup(page: Page): Promise<Locator> {
  await heroCall(page).click();
  return leadPopup(page);
}

export function successPopup(page: Page): Locator {
  return page.getByRole("dialog", { name: success.title, exact: true });
}

/** The heading of a popup, which gets the focus first. */
export function popupHeading(popup: Locator): Locator {
  return popup.getByRole("heading", { level: 2 });
}

/** The button with a cross that closes the sign-up popup or the success popup. */
export function closeButton(popup: Place): Locator {
  return popup.getByRole("button", { name: form.close, exact: true });
}

export function pageForm(page: Page): Locator {
  return page.getByRole("region", { name: signUp.title, exact: true });
}

export function consentBox(page: Page): Locator {
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  return box(consent).or(box(consentForNext));
}

export function field(place: Locator, name: LeadField): Locator {
  return place.getByRole("textbox", { name: form[name].label, exact: true });
}

/** The button that sends a form, whatever its present label is. */
export function submitButton(place: Locator): Locator {
  const button = (name: string) => place.getByRole("button", { name, exact: true });
  return button(form.submit).or(button(signUp.submit)).or(button(form.sending));
}

export function sendFailedToast(place: Place): Locator {
  return place.getByRole("alert").getByText(toasts.sendFailed.title, { exact: true });
}

export function consentToast(place: Place): Locator {
  return place.getByRole("alert").getByText(toasts.consentMissing.title, { exact: true });
}

export function signedUpToast(page: Page): Locator {
  return page.getByRole("status").getByText(toasts.signedUp.title, { exact: true });
}

export function closeToast(place: Place): Locator {
  return place.getByRole("button", { name: toasts.close, exact: true });
}

/** The invisible check box of the calm mode: a visitor presses its label, the calm switch. */
export function calmBox(page: Page): Locator {
  return page.getByLabel(header.calm, { exact: true });
}

/** The label of the calm mode's check box, which a visitor presses. */
export function calmSwitch(page: Page): Locator {
  return page.getByText(header.calm, { exact: true });
}

export function lesson(page: Page, title: string): Locator {
  const name = lessons.playLabel.replace("{title}", title);
  return page.getByRole("link", { name, exact: true });
}

export function questions(page: Page): Locator {
  return page.getByRole("region", { name: faq.title, exact: true });
}

/** The link to the landing page on all other pages. */
export function homeLink(page: Page): Locator {
  return page.getByRole("link", { name: notFound.home, exact: true });
}

/** The heading of the page that follows a sign-up without script. */
export function receivedHeading(page: Page): Locator {
  return page.getByRole("heading", { level: 1, name: success.title, exact: true });
}
