import type { Locator, Page } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { openLanding } from "./open-landing.ts";
import { serveInPhase } from "./page-in-phase.ts";
import { showSuccess } from "./popup-states.ts";
import { words } from "./words.ts";

const { messages, paths } = words;

/** The address that a friend gets, on our site. */
export const invitedPath = "/?utm_source=indicacao";

/** Where a visitor can invite a friend. */
export const invitingPlaces = [
  {
    name: "in the success popup",
    open: async (page: Page) => {
      await serveInPhase(page, "before");
      await openLanding(page);
      await showSuccess(page);
    },
  },
  { name: "on the page that follows a sign-up without script", open: openReceived },
];

export async function openReceived(page: Page): Promise<void> {
  await serveInPhase(page, "before", paths.received);
  await page.goto(paths.received);
}

export function friendLink(page: Page): Locator {
  return page.getByRole("link", { name: messages.friend.label, exact: true });
}

/** Follows the link to a friend in a new tab, which the journey itself answers. */
export async function inviteInChat(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await friendLink(page).click();
  const tab = await opened;
  await tab.getByText("Elsewhere", { exact: true }).waitFor();
  return tab;
}

/** The address of a message to a friend, from a page of this site. */
export function messageFrom(siteUrl: string): string {
  const text = `${messages.friend.text} ${siteUrl}${invitedPath}`;
  return fill(links.supportChat, { phone: "" }) + encodeURIComponent(text);
}
