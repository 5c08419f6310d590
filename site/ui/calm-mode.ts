import { calmKey, calmOn } from "./calm-choice.ts";

export const calmSwitchId = "calm-switch";

const calmOff = "off";

/** Remembers the switch from visit to visit. Storage may be forbidden: then it lasts for the page. */
export function rememberCalmMode(page: Document): void {
  const calmSwitch = page.getElementById(calmSwitchId);
  if (!(calmSwitch instanceof HTMLInputElement)) return;
  // It may have been pressed before the script came.
  if (calmSwitch.checked) remember(calmOn);
  else calmSwitch.checked = remembered() === calmOn;
  calmSwitch.addEventListener("change", () => remember(calmSwitch.checked ? calmOn : calmOff));
}

export function isCalm(page: Document): boolean {
  return page.querySelector(`#${calmSwitchId}:checked`) !== null;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(calmKey);
  } catch {
    return null;
  }
}

function remember(value: string): void {
  try {
    localStorage.setItem(calmKey, value);
  } catch {
    // Nothing to do: the switch itself still works.
  }
}
