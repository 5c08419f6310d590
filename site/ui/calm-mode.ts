/**
 * The name and value of the calm mode in `localStorage`. Other pages read them in a script of their own: the build inlines
 * constants into both scripts, where a shared function would become a third one that both wait for.
 */
export const calmKey = "calm-mode";
export const calmOn = "on";

export const calmSwitchId = "calm-switch";

const calmOff = "off";

/** Sets the calm switch as in an earlier visit. It runs in an inline script, before the first paint. */
export function calmFromBefore(page: Document): void {
  const calmSwitch = page.getElementById(calmSwitchId);
  if (calmSwitch instanceof HTMLInputElement) calmSwitch.checked = saved() === calmOn;
}

/** Saves the state of the calm switch for later visits, unless the browser forbids storage. */
export function rememberCalmMode(page: Document): void {
  const calmSwitch = page.getElementById(calmSwitchId);
  if (!(calmSwitch instanceof HTMLInputElement)) return;
  const keep = () => save(calmSwitch.checked ? calmOn : calmOff);
  // The visitor may have pressed the calm switch before this script loaded.
  if (calmSwitch.checked || saved()) keep();
  calmSwitch.addEventListener("change", keep);
}

export function isCalm(page: Document): boolean {
  return page.querySelector(`#${calmSwitchId}:checked`) !== null;
}

function saved(): string | null {
  try {
    return localStorage.getItem(calmKey);
  } catch {
    return null;
  }
}

function save(value: string): void {
  try {
    localStorage.setItem(calmKey, value);
  } catch {
    // The browser forbids storage, so the choice is not saved. The calm switch still works on this page.
  }
}
