import { paths } from "#content/paths.ts";
import { isAfter } from "#event/phase.ts";
import { presentPhase } from "#site/event/present-phase.ts";
import { readSchedule } from "#site/event/read-schedule.ts";
import { load, save } from "./browser-storage.ts";

/** The inline script `first-paint.ts` reads it too, before the first paint. */
const name = "signed-up";

/** The newest sign-up on this device. */
export type SignUp = {
  /** The year of the edition: the page invites again to the next one. */
  year: number;
  /** The class, or after it news of the next one. */
  for: "class" | "next";
  /** The visitor's own address of the group. */
  group?: string;
};

/**
 * After a sign-up the popup never opens by itself again on this device, and the page shows the next steps in place of
 * its invitations.
 */
export function rememberSignUp(page: Document, group?: string): void {
  const what = isAfter(presentPhase(page)) ? "next" : "class";
  save("device", name, { year: readSchedule(page)?.year, for: what, group });
  show(page, what);
}

/** A sign-up without script ends on the page `pages/received.tsx`: a visitor who comes from that page has signed up. */
export function rememberSignUpWithoutScript(page: Document): void {
  const [from, query] = page.referrer.split("?");
  if (from === new URL(paths.received, page.URL).href)
    rememberSignUp(page, query && `${paths.group}?${query}`);
}

export function signUpOnThisDevice(): SignUp | undefined {
  const saved = load("device", name);
  return isSignUp(saved) ? saved : undefined;
}

/** Any saved value counts: an earlier page saved `true`, and a page with a damaged schedule knows no year. */
export function hasSignedUp(): boolean {
  return load("device", name) !== null;
}

/** With `now` the hidden invitations keep their space, so that nothing moves in the open page. */
function show({ documentElement: { dataset } }: Document, what: SignUp["for"]): void {
  if (dataset["signedUp"] !== what) dataset["signedUp"] = `${what} now`;
}

function isSignUp(value: unknown): value is SignUp {
  const fields: Record<string, unknown> = Object(value);
  const { year, for: what, group = "" } = fields;
  const known = what === "class" || what === "next";
  return typeof year === "number" && known && typeof group === "string";
}
