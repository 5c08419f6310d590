import { html } from "hono/html";
import { ratings } from "#lead/page-report.ts";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { PageFigures } from "#server/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";

const phrases = panel.pages;

/** How fast the page felt on visitors' devices, and which errors happened in it. */
export function pageHealth({ vitals, errors }: PageFigures): Html {
  const measured = vitals.filter(({ ratings: counts }) => sum(counts) > 0);
  return section(
    "pages",
    phrases.title,
    html`<div class="page-health"><div><h3 class="part__subtitle">${phrases.vitals}</h3>
${measured.length > 0 ? vitalsTable(measured) : html`<p class="part__note">${phrases.noVitals}</p>`}</div>
<div><h3 class="part__subtitle">${phrases.errors}</h3>
${errors.length > 0 ? errorsTable(errors) : html`<p class="part__note">${phrases.noErrors}</p>`}</div></div>`,
  );
}

function vitalsTable(vitals: PageFigures["vitals"]): Html {
  const rows = vitals.map(({ vital, device, ratings: counts }) => {
    const all = sum(counts);
    const shares = ratings.map((kind) => ({ kind, share: counts[kind] / all }));
    const { name, code } = names.vitals[vital];
    return {
      head: `${name} (${code}), ${names.devices[device]}`,
      bar: bar(shares),
      numbers: shares.map(({ share }) => writeShare(share)),
    };
  });
  const { good, fair, poor } = names.ratings;
  return table({ columns: [phrases.measure, good, fair, poor], rows });
}

function errorsTable(errors: PageFigures["errors"]): Html {
  const rows = errors.map(({ errorClass, file, build, count }) => ({
    head: html`${errorClass} <span class="table__more">${phrases.place(file, build)}</span>`,
    numbers: [writeCount(count)],
  }));
  return table({ columns: [phrases.error, phrases.times], rows });
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
