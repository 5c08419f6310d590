import { groupPath } from "#content/shapes/script-paths.ts";
import { isAfter } from "#event/phase.ts";
import { presentPhase, readSchedule } from "#site/event/show-event.ts";
import { load, save } from "#site/ui/browser-storage.ts";
import { originOf } from "./visit-source.ts";

/** Empty if the lead function has the same origin as the page. */
export const functionOrigin = import.meta.env.FUNCTION_ORIGIN ?? "";

/** The inline script `prepare-landing.ts` reads it too, before the first paint. */
const signedUpKey = "signed-up";

/** The newest sign-up on this device. */
type SavedSignUp = {
  /** The year of the edition: the page invites again to the next one. A page with a damaged schedule knows no year. */
  year: number | undefined;
  /** What the visitor signed up for: `class`, or `next` after the class; `pressed` follows once they pressed the group button. */
  for: string;
  /** The person's link to the group, as the lead function has answered it. */
  group: string | undefined;
};

/**
 * After a sign-up the popup never opens by itself again on this device, and the page shows the next steps in place of
 * its invitations.
 */
export function rememberSignUp(page: Document, group?: string): void {
  const signUp: SavedSignUp = {
    year: readSchedule(page)?.year,
    for: isAfter(presentPhase(page)) ? "next" : "class",
    group,
  };
  save("device", signedUpKey, signUp);
  show(page, signUp.for);
}

/** Saves a sign-up without script: the inline script `received.ts` calls it on the page that follows. */
export function rememberReceived(page: Document): void {
  // The form leads here. Anybody else has the address from a visitor who has signed up.
  const from = originOf(page.referrer);
  if (!from || (from !== location.origin && from !== import.meta.env.FUNCTION_ORIGIN)) return;
  // A page that is loaded again, perhaps in a later phase, is no other sign-up.
  const [navigation] = performance.getEntriesByType("navigation");
  if (navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate") return;
  rememberSignUp(page, location.search ? groupPath + location.search : undefined);
}

/**
 * A sign-up without script is saved by its own page, `pages/sign-up-pages.tsx`. When the visitor comes back from there to this
 * page, and the browser has kept it as it was, its popup is still open.
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

/** The person's link to the group, if there was a sign-up with one on this device. */
export function savedGroup(): string | undefined {
  const { group }: Record<string, unknown> = Object(load("device", signedUpKey));
  return typeof group === "string" ? group : undefined;
}

/** Offers another group only after a press on the group's button, because only then the visitor can know that it is full. */
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

/** With `now` the hidden invitations keep their space, so that nothing moves in the open page. */
function show({ documentElement: { dataset } }: Document, what: SavedSignUp["for"]): void {
  if (dataset["signedUp"] !== what) dataset["signedUp"] = `${what} now`;
}

/** Makes all links to groups and to the class the links of the person who has signed up. */
export function showGroupAddresses(page: Document): void {
  const group = savedGroup();
  for (const link of page.querySelectorAll<HTMLElement>("[data-group-path]")) {
    const address = personalAddress(link.dataset["groupPath"] ?? "", group);
    if (address) link.setAttribute("href", address);
  }
}

/**
 * The path with the person's pass; `answered` is the person's link to the group, as the lead function has answered it.
 * Undefined for an answer that is no path to our group: another implementation of the function may have given it.
 */
export function personalAddress(path: string, answered = ""): string | undefined {
  const start = `${groupPath}?`;
  if (!answered.startsWith(start)) return undefined;
  return `${functionOrigin}${path}?${answered.slice(start.length)}`;
}
