import { showEventBeforePaint } from "#site/event/show-event.ts";
import { calmFromBefore } from "#site/ui/calm-mode.ts";
import { loadInlineFont } from "#site/ui/inline-font.ts";

// Prepares the landing page before its first paint. One script does four things, because each script takes a phone two
// milliseconds.

// In this browser a button with `commandfor` opens its dialog. A script must say so, because CSS cannot ask whether a
// browser knows an attribute.
if ("commandForElement" in HTMLButtonElement.prototype)
  document.documentElement.dataset["commands"] = "";

showEventBeforePaint(document);
calmFromBefore(document);
loadInlineFont(document.querySelector("style"));
