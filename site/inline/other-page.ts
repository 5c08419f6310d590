import { wasCalm } from "#site/ui/calm-mode.ts";
import { loadInlineFont } from "#site/ui/inline-font.ts";

// What every page but the landing page does by script, each a part of it, before the first paint.

document.querySelectorAll("style[data-font]").forEach(loadInlineFont);

// These pages have no calm switch: they are calm if the visitor has switched it on in the landing page.
if (wasCalm()) document.documentElement.dataset["calm"] = "";

for (const place of document.querySelectorAll("[data-today]")) {
  // The day in the country whose law these pages follow, wherever the class is planned to be.
  place.textContent = new Date().toLocaleDateString("pt-BR", {
    timeZone: "America/Sao_Paulo",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
}

if (document.querySelector("[data-missing-path]"))
  console.error(`404: this path does not exist: ${location.pathname}`);

// The message of an error is the status of the answer; browsers before Chromium 109 and Safari 17 do not tell it.
new PerformanceObserver((list) => {
  for (const answer of list.getEntries())
    for (const place of document.querySelectorAll("[data-status]"))
      if (answer instanceof PerformanceNavigationTiming && answer.responseStatus)
        place.textContent = `Error ${answer.responseStatus}`;
}).observe({ type: "navigation", buffered: true });
