import { groupPath } from "#content/shapes/script-paths.ts";
import { isAfter } from "#event/phase.ts";
import { presentPhase, readSchedule } from "#site/event/show-event.ts";
import { load, save } from "#site/ui/browser-storage.ts";
import { originOf } from "./visit-source.ts";

/** The origin of the lead function; empty if it is the origin of the page. */
export const functionOrigin = import.meta.env.FUNCTION_ORIGIN ?? "";

/** The name of the sign-up in browser storage. `prepare-landing.ts` reads it too, before the first paint. */
const signedUpKey = "signed-up";

/** The data that the device keeps about its newest sign-up. */
type SavedSignUp = {
  /** The year of the edition: for the next one the page invites again. Undefined if the page's schedule is damaged. */
  year: number | undefined;
  /**
   * What the visitor signed up for: `class`, or `next` after the class; with `pressed` after a press of the group
   * button.
   */
  for: string;
  /** The person's link to the group, from the answer of the lead function. */
  group: string | undefined;
  /** When the button was pressed. */
  at: number;
};

/**
 * Remembers a sign-up: the popup never opens by itself again on this device, and the page shows the next steps in place
 * of its invitations.
 */
export function rememberSignUp(page: Document, group?: string, waitedSince?: number): void {
  // A sign-up that waited may be accepted after a later one of another person: then the later one stays.
  const { at: savedAt }: Partial<SavedSignUp> = Object(load("device", signedUpKey));
  if (waitedSince !== undefined && Number(savedAt) > waitedSince) return;
  const signUp: SavedSignUp = {
    at: waitedSince ?? Date.now(),
    year: readSchedule(page)?.year,
    for: isAfter(presentPhase(page)) ? "next" : "class",
    group,
  };
  save("device", signedUpKey, signUp);
  show(page, signUp.for);
}

/** Remembers a sign-up without script: the inline script `received.ts` calls this function on the page that follows. */
export function rememberReceived(page: Document): void {
  // Only a visitor who comes from a form has signed up. Any other visitor got the address of this page from another
  // person.
  const from = originOf(page.referrer);
  if (!from || (from !== location.origin && from !== import.meta.env.FUNCTION_ORIGIN)) return;
  // If the page is loaded again, perhaps in a later phase, this is not another sign-up.
  const [navigation] = performance.getEntriesByType("navigation");
  if (navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate") return;
  rememberSignUp(page, location.search ? groupPath + location.search : undefined);
}

/**
 * Updates a page to which the visitor goes back after a sign-up without script (`pages/sign-up-pages.tsx` saves that
 * sign-up). If the browser has kept the page as it was, its popup is still open.
 */
export function showSignUpOnReturn(page: Document): void {
  addEventListener("pageshow", ({ persisted }) => {
    const { year, for: what }: Partial<SavedSignUp> = Object(load("device", signedUpKey));
    const isShown = page.documentElement.dataset["signedUp"];
    if (!persisted || isShown || !year || year !== readSchedule(page)?.year) return;
    page.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    show(page, what ?? "class");
    showGroupAddresses(page);
  });
}

export function hasSignedUp(): boolean {
  return load("device", signedUpKey) !== null;
}

/** The person's link to the group, if a sign-up on this device was answered with a link. */
export function savedGroup(): string | undefined {
  const { group }: Record<string, unknown> = Object(load("device", signedUpKey));
  return typeof group === "string" ? group : undefined;
}

/** Offers another group after a press of the group button: before, the visitor cannot know that the group is full. */
export function offerOtherGroup(page: Document): void {
  const { dataset } = page.documentElement;
  page.addEventListener("click", ({ target }) => {
    const isGroup = target instanceof Element && target.closest(`[data-group-path="${groupPath}"]`);
    const what = dataset["signedUp"];
    if (!isGroup || !what || what.includes("pressed")) return;
    dataset["signedUp"] = `${what} pressed`;
    save("device", signedUpKey, {
      ...Object(load("device", signedUpKey)),
      for: `${what.split(" ")[0]} pressed`,
    });
  });
}

/**
 * Shows the next steps. With the word `now` in the attribute `data-signed-up`, the hidden invitations keep their space,
 * so that nothing moves in the open page.
 */
function show({ documentElement: { dataset } }: Document, what: SavedSignUp["for"]): void {
  if (dataset["signedUp"] !== what) dataset["signedUp"] = `${what} now`;
}

/** Puts the person's pass into all links to groups and to the class, if the person has signed up. */
export function showGroupAddresses(page: Document): void {
  const group = savedGroup();
  for (const link of page.querySelectorAll<HTMLElement>("[data-group-path]")) {
    const address = personalAddress(link.dataset["groupPath"] ?? "", group);
    if (address) link.setAttribute("href", address);
  }
}

/**
 * The path with the person's pass; `answered` is the person's link to the group from the answer of the lead function.
 * Undefined if the answer is not a path to our group, because another implementation of the function gave it.
 */
export function personalAddress(path: string, answered = ""): string | undefined {
  const start = `${groupPath}?`;
  if (!answered.startsWith(start)) return undefined;
  return `${functionOrigin}${path}?${answered.slice(start.length)}`;
}
