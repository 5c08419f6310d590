import "./calm.ts";

/** The day in the country whose law these pages follow, wherever the class is planned to be. */
const brazilianDay = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});

for (const place of document.querySelectorAll("[data-today]")) {
  place.textContent = brazilianDay.format(Date.now());
}
