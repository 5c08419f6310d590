import { paths } from "#content/paths.ts";
import { load, save } from "./browser-storage.ts";

const name = "signed-up";

/** After a sign-up the popup never opens by itself again on this device. */
export function rememberSignUp(): void {
  save("device", name, true);
}

/** A sign-up without script ends on the page `pages/received.tsx`: a visitor who comes from that page has signed up. */
export function rememberSignUpWithoutScript(page: Document): void {
  const received = new URL(paths.received, page.URL).href;
  if (page.referrer === received) rememberSignUp();
}

export function hasSignedUp(): boolean {
  return load("device", name) === true;
}
