import { showEventBeforePaint } from "#site/event/show-event.ts";
import { calmFromBefore } from "#site/ui/calm-mode.ts";
import { loadInlineFont } from "#site/ui/inline-font.ts";

// Prepares the landing page before its first paint. One script does four things, because each script costs a phone two
// milliseconds.

// A button with `commandfor` can open its dialog on this page: CSS cannot ask the browser whether it knows an attribute.
if ("commandForElement" in HTMLButtonElement.prototype)
  document.documentElement.dataset["commands"] = "";

showEventBeforePaint(document);
calmFromBefore(document);
loadInlineFont(document.querySelector("style"));
