export const calmSwitchId = "calm-switch";

const storageKey = "calm-mode";

/** Remembers the switch from visit to visit. Storage may be forbidden: then it lasts for the page. */
export function rememberCalmMode(page: Document): void {
  const calmSwitch = page.getElementById(calmSwitchId);
  if (!(calmSwitch instanceof HTMLInputElement)) return;
  // It may have been pressed before the script came.
  if (calmSwitch.checked) remember("on");
  else calmSwitch.checked = remembered() === "on";
  calmSwitch.addEventListener("change", () => remember(calmSwitch.checked ? "on" : "off"));
}

export function isCalm(page: Document): boolean {
  return page.querySelector(`#${calmSwitchId}:checked`) !== null;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function remember(value: "on" | "off"): void {
  try {
    localStorage.setItem(storageKey, value);
  } catch {
    // Nothing to do: the switch itself still works.
  }
}
