import { wasCalm } from "#site/ui/calm-mode.ts";
import { loadInlineFont } from "#site/ui/inline-font.ts";

// What scripts do before the first paint on every page except the landing page; some pages need only a part of it.

// These pages have no calm switch: they are calm if the visitor has switched the calm mode on in the landing page.
if (wasCalm()) document.documentElement.dataset["calm"] = "";

for (const place of document.querySelectorAll("[data-today]")) {
  // The day in Brazil, because these pages follow Brazilian law, in whatever time zone the class is planned.
  place.textContent = new Date().toLocaleDateString("pt-BR", {
    timeZone: "America/Sao_Paulo",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
}

if (document.querySelector("[data-missing-path]"))
  console.error(`404: this path does not exist: ${location.pathname}`);

// Shows the HTTP status of the page on an error page; browsers before Chromium 109 and Safari 17 do not give it.
new PerformanceObserver((list) => {
  for (const answer of list.getEntries())
    for (const place of document.querySelectorAll("[data-status]"))
      if (answer instanceof PerformanceNavigationTiming && answer.responseStatus)
        place.textContent = `Error ${answer.responseStatus}`;
}).observe({ type: "navigation", buffered: true });

// Last, because what the fonts lack in a browser may not take the rest away.
document.querySelectorAll("style[data-font]").forEach(loadInlineFont);
