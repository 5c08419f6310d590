import { calmKey, calmOn } from "./ui/calm/calm-mode.ts";

// Pages without the calm switch apply the calm mode if the visitor switched it on in the landing page.
if (isChosen()) document.documentElement.dataset["calm"] = "";

function isChosen(): boolean {
  try {
    return localStorage.getItem(calmKey) === calmOn;
  } catch {
    // The browser forbids storage, so the calm mode was not saved.
    return false;
  }
}
