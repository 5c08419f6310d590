import { html } from "hono/html";
import { ratings } from "#lead/page-report.ts";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { PageFigures } from "#server/panel/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";

const phrases = panel.pages;

/** How fast the page felt on visitors' devices, and which errors happened in it. */
export function pageHealth({ vitals, errors }: PageFigures): Html {
  const measured = vitals.filter(({ ratings: counts }) => sum(counts) > 0);
  return section(
    "pages",
    phrases.title,
    html`<h3 class="part__subtitle">${phrases.vitals}</h3>
${measured.length > 0 ? vitalsTable(measured) : html`<p class="part__note">${phrases.noVitals}</p>`}
<h3 class="part__subtitle">${phrases.errors}</h3>
${errors.length > 0 ? errorsTable(errors) : html`<p class="part__note">${phrases.noErrors}</p>`}`,
  );
}

function vitalsTable(vitals: PageFigures["vitals"]): Html {
  return html`<table class="table table--bars"><thead><tr><th scope="col">${phrases.measure}</th>${ratings.map((rating) => html`<th scope="col">${names.ratings[rating]}</th>`)}</tr></thead>
<tbody>${vitals.map(vitalRow)}</tbody></table>`;
}

function vitalRow({ vital, device, ratings: counts }: PageFigures["vitals"][number]): Html {
  const all = sum(counts);
  const shares = ratings.map((kind) => ({ kind, share: counts[kind] / all }));
  const { name, code } = names.vitals[vital];
  return html`<tr><th scope="row">${name} <abbr>${code}</abbr>, ${names.devices[device]}${bar(shares)}</th>${shares.map(({ share }) => html`<td>${writeShare(share)}</td>`)}</tr>
`;
}

function errorsTable(errors: PageFigures["errors"]): Html {
  return html`<table class="table"><thead><tr><th scope="col">${phrases.errorClass}</th><th scope="col">${phrases.file}</th><th scope="col">${phrases.build}</th><th scope="col">${phrases.times}</th></tr></thead>
<tbody>${errors.map(
    ({ errorClass, file, build, count }) =>
      html`<tr><th scope="row">${errorClass}</th><td>${file}</td><td>${build}</td><td>${writeCount(count)}</td></tr>
`,
  )}</tbody></table>`;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
