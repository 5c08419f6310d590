import { paths } from "#content/paths.ts";
import { keep, kept } from "./browser-storage.ts";

const name = "signed-up";

/** Whoever has signed up is not asked again by itself, in no later visit either. */
export function noteSignUp(): void {
  keep("always", name, true);
}

/** Without script nobody could note it, but whoever comes from the thanks page has signed up. */
export function noteSignUpBefore(page: Document): void {
  const thanks = new URL(paths.received, page.URL).href;
  if (page.referrer === thanks) noteSignUp();
}

export function hasSignedUp(): boolean {
  return kept("always", name) === true;
}
