import { calmKey, calmOn } from "#site/ui/calm-choice.ts";

// The pages without the switch keep to what was chosen with it.
if (isChosen()) document.documentElement.dataset["calm"] = "";

function isChosen(): boolean {
  try {
    return localStorage.getItem(calmKey) === calmOn;
  } catch {
    // Forbidden: then nothing could be kept.
    return false;
  }
}
