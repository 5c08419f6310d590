import { calmKey, calmOn } from "./ui/calm/calm-choice.ts";

// Pages without the calm switch follow the choice that the visitor made with the switch on the landing page.
if (isChosen()) document.documentElement.dataset["calm"] = "";

function isChosen(): boolean {
  try {
    return localStorage.getItem(calmKey) === calmOn;
  } catch {
    // The browser forbids storage, so no choice was saved.
    return false;
  }
}
