import "./calm.ts";

const brazilianDay = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});

for (const place of document.querySelectorAll("[data-today]")) {
  place.textContent = brazilianDay.format(Date.now());
}
