import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { timeBeforeClass } from "#tests/support/built/before-class.ts";
import { heroCall, heroLink } from "./page-parts.ts";
import { words } from "./words.ts";

const { audience, bonuses, hero, priceReveal, priceStaircase, success, testimonials } = words;

/** The labels of the page's invitations to the class, which are shown until the class is over. */
const invitations: readonly string[] = [
  ...[hero, priceStaircase, audience, bonuses, testimonials, priceReveal].map(({ cta }) => cta),
  words.floating.label,
];

/** A sign-up in the form in which the page stores it on the device. */
export const savedSignUp = {
  year: editionAt(launch.event, timeBeforeClass()).year,
  for: "class",
  group: `${words.paths.group}?inscricao=saved`,
};

/** Stores a sign-up on the device before the page opens, as if an earlier visit had done so. */
export async function saveSignUp(page: Page): Promise<void> {
  const text = JSON.stringify(savedSignUp);
  const content = `if (self === top && !localStorage.getItem("signed-up")) localStorage.setItem("signed-up", ${JSON.stringify(text)})`;
  await page.addInitScript({ content });
}

export function firstScreen(page: Page): Locator {
  return page.getByRole("main").getByRole("region").first();
}

export function groupLink(place: Page | Locator): Locator {
  return place.getByRole("link", { name: success.group });
}

export function otherGroupLink(place: Page | Locator): Locator {
  return place.getByRole("link", { name: success.otherGroup });
}

export function calendarLink(page: Page): Locator {
  return firstScreen(page).getByRole("link", { name: words.signedUp.calendar, exact: true });
}

/** The button with which another person signs up on a device that already has a sign-up. */
export function anotherCall(page: Page): Locator {
  return page.getByRole("button", { name: words.signedUp.anotherCall, exact: true });
}

/** The button that is the call to action after the class. */
export function callForNext(place: Locator): Locator {
  return place.getByRole("button", { name: words.after.cta, exact: true });
}

/** Expects that outside a form nothing invites to the class, not even the floating bar. */
export async function expectNoInvitation(page: Page): Promise<void> {
  const presses = page.locator(":is(button, a):not(form *)").filter({ visible: true });
  // The inner text has only the label of the present phase.
  const inviting = async () =>
    (await presses.allInnerTexts()).filter((label) => invitations.includes(label.trim()));
  await expect.poll(inviting).toEqual([]);
}

/** Makes an open page show its invitations again, as if this device had no sign-up. */
export function inviteAgain(page: Page): Promise<unknown> {
  return page.evaluate("delete document.documentElement.dataset.signedUp");
}

/** Expects that the page shows the next steps, and no invitation. */
export async function expectSteps(page: Page, group: string): Promise<void> {
  const place = firstScreen(page);
  await expect(place.getByText(words.signedUp.done, { exact: true })).toBeVisible();
  await expect(groupLink(place)).toHaveAttribute("href", group);
  await expect(groupLink(place)).toBeVisible();
  await expectNoInvitation(page);
  await expect(anotherCall(page)).toBeVisible();
}

/** Expects that the page invites the visitor, like any new visitor. */
export async function expectInvitation(page: Page): Promise<void> {
  await expect(heroCall(page).or(heroLink(page))).toBeVisible();
  await expect(groupLink(page)).toHaveCount(0);
  await expect(firstScreen(page).getByText(words.signedUp.done, { exact: true })).toBeHidden();
  await expect(anotherCall(page)).toHaveCount(0);
}

/** The labels of the visible links that are filled with a colour, as main buttons are. */
export function filledLinks(place: Locator): Promise<string[]> {
  return place.getByRole("link").evaluateAll((links) =>
    links
      .filter((link) => {
        const { backgroundColor } = link.ownerDocument.defaultView.getComputedStyle(link);
        return backgroundColor !== "rgba(0, 0, 0, 0)";
      })
      .map((link) => link.textContent ?? ""),
  );
}
