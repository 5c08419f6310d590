import { html } from "hono/html";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { StepFigure } from "#server/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";

const phrases = panel.steps;

type Span = { caption?: string; steps: readonly StepFigure[] };

/** The way from the view to the group, once for each span of time. */
export function stepTables(spans: readonly Span[]): Html {
  return section("steps", phrases.title, html`<div class="steps">${spans.map(stepTable)}</div>`);
}

function stepTable({ caption, steps }: Span): Html {
  if (steps.every(({ count }) => count === 0))
    return html`<div>${caption && html`<h3 class="table__caption">${caption}</h3>`}<p class="part__note">${phrases.nothing}</p></div>`;
  return table({
    caption,
    columns: [phrases.step, phrases.times, phrases.ofBefore, phrases.ofViews],
    rows: steps.map(({ step, count, ofBefore, ofViews }) => ({
      head: names.steps[step],
      bar: bar([{ share: ofViews ?? 0 }]),
      numbers: [writeCount(count), writeShare(ofBefore), writeShare(ofViews)],
    })),
  });
}
