import { groupPath, receivedPath } from "#content/shapes/script-paths.ts";
import { isAfter } from "#event/phase.ts";
import { presentPhase } from "#site/event/present-phase.ts";
import { readSchedule } from "#site/event/read-schedule.ts";
import { load, save } from "./browser-storage.ts";

/** The inline script `first-paint.ts` reads it too, before the first paint. */
const name = "signed-up";

/** The newest sign-up on this device. */
type SavedSignUp = {
  /** The year of the edition: the page invites again to the next one. A page with a damaged schedule knows no year. */
  year: number | undefined;
  /** The class, or after it news of the next one. */
  for: "class" | "next";
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
  save("device", name, signUp);
  show(page, signUp.for);
}

/**
 * A sign-up without script ends on the page `pages/received.tsx`: a visitor who comes from that page has signed up. On a
 * reload the browser names that page again, perhaps in a later phase: the same sign-up is not remembered twice.
 */
export function rememberSignUpWithoutScript(page: Document): void {
  const [from, query] = page.referrer.split("?");
  if (from !== new URL(receivedPath, page.URL).href) return;
  const group = query && `${groupPath}?${query}`;
  if (!hasSignedUp() || savedGroup() !== group) rememberSignUp(page, group);
}

export function hasSignedUp(): boolean {
  return load("device", name) !== null;
}

/** The person's link to the group, if there was a sign-up with one on this device. */
export function savedGroup(): string | undefined {
  const { group }: Record<string, unknown> = Object(load("device", name));
  return typeof group === "string" ? group : undefined;
}

/** With `now` the hidden invitations keep their space, so that nothing moves in the open page. */
function show({ documentElement: { dataset } }: Document, what: SavedSignUp["for"]): void {
  if (dataset["signedUp"] !== what) dataset["signedUp"] = `${what} now`;
}
