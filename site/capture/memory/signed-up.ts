import { paths } from "#content/paths.ts";
import { load, save } from "./browser-storage.ts";

const name = "signed-up";

/** After a sign-up the popup never opens by itself again on this device. */
export function rememberSignUp(): void {
  save("device", name, true);
}

/** A sign-up without script leads to the page with the thanks: a visitor who comes from there has signed up. */
export function rememberSignUpWithoutScript(page: Document): void {
  const thanks = new URL(paths.received, page.URL).href;
  if (page.referrer === thanks) rememberSignUp();
}

export function hasSignedUp(): boolean {
  return load("device", name) === true;
}
