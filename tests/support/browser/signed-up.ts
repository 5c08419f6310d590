import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { timeBeforeClass } from "#tests/support/built/before-class.ts";
import { heroCall, heroLink } from "./page-parts.ts";
import { words } from "./words.ts";

const { audience, bonuses, hero, priceReveal, priceStaircase, success, testimonials } = words;

/** What invites in the page until the class is over. */
const invitations: readonly string[] = [
  ...[hero, priceStaircase, audience, bonuses, testimonials, priceReveal].map(({ cta }) => cta),
  words.floating.label,
];

/** A sign-up as the page saves it on the device. */
export const savedSignUp = {
  year: editionAt(launch.event, timeBeforeClass()).year,
  for: "class",
  group: `${words.paths.group}?inscricao=saved`,
};

/** Saves a sign-up on the device before the page opens, as an earlier visit has done. */
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

/** The button with which another person signs up on a device that has a sign-up. */
export function anotherCall(page: Page): Locator {
  return page.getByRole("button", { name: words.signedUp.anotherCall, exact: true });
}

/** The call to action after the class. */
export function callForNext(place: Locator): Locator {
  return place.getByRole("button", { name: words.after.cta, exact: true });
}

/** Expects that nothing outside a form invites to the class, not even the floating bar. */
export async function expectNoInvitation(page: Page): Promise<void> {
  const presses = page.locator(":is(button, a):not(form *)").filter({ visible: true });
  // The inner text leaves out the label of another phase.
  const inviting = async () =>
    (await presses.allInnerTexts()).filter((label) => invitations.includes(label.trim()));
  await expect.poll(inviting).toEqual([]);
}

/** Makes an open page invite again, as if this device had no sign-up. */
export function inviteAgain(page: Page): Promise<unknown> {
  return page.evaluate("delete document.documentElement.dataset.signedUp");
}

/** The page shows what comes next, and invites no more. */
export async function expectSteps(page: Page, group: string): Promise<void> {
  const place = firstScreen(page);
  await expect(place.getByText(words.signedUp.done, { exact: true })).toBeVisible();
  await expect(groupLink(place)).toHaveAttribute("href", group);
  await expect(groupLink(place)).toBeVisible();
  await expectNoInvitation(page);
  await expect(anotherCall(page)).toBeVisible();
}

/** The page invites, as it invites any other visitor. */
export async function expectInvitation(page: Page): Promise<void> {
  await expect(heroCall(page).or(heroLink(page))).toBeVisible();
  await expect(groupLink(page)).toHaveCount(0);
  await expect(firstScreen(page).getByText(words.signedUp.done, { exact: true })).toBeHidden();
  await expect(anotherCall(page)).toHaveCount(0);
}

/** The labels of the visible links that a colour fills, as it fills a button that is not a quiet one. */
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
