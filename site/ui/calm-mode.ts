import { load, save } from "./browser-storage.ts";

export const calmSwitchId = "calm-switch";

const name = "calm-mode";

/** Whether the calm mode was on at the end of the last visit in which the visitor pressed the calm switch. */
export function wasCalm(): boolean {
  return load("device", name) === true;
}

/** Sets the calm switch as in an earlier visit. This function runs in an inline script, before the first paint. */
export function calmFromBefore(page: Document): void {
  const calmSwitch = switchOf(page);
  if (calmSwitch) calmSwitch.checked = wasCalm();
}

/** Saves the state of the calm switch for later visits. */
export function rememberCalmMode(page: Document): void {
  const calmSwitch = switchOf(page);
  const keep = () => save("device", name, isCalm(page));
  // The visitor may have pressed the calm switch before this script loaded.
  if (isCalm(page) !== wasCalm()) keep();
  calmSwitch?.addEventListener("change", keep);
}

export function isCalm(page: Document): boolean {
  return switchOf(page)?.checked === true;
}

function switchOf(page: Document): HTMLInputElement | null {
  return page.querySelector<HTMLInputElement>(`#${calmSwitchId}`);
}
