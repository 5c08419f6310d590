import { html } from "hono/html";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { StepFigure } from "#server/panel/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeShare } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";

const phrases = panel.steps;

type Span = { caption?: string; steps: readonly StepFigure[] };

/** The way from the view to the group, once for each span of time. */
export function stepTables(spans: readonly Span[]): Html {
  return section("steps", phrases.title, html`<div class="steps">${spans.map(stepTable)}</div>`);
}

function stepTable({ caption, steps }: Span): Html {
  if (steps.every(({ count }) => count === 0))
    return html`<div>${caption && html`<h3 class="table__caption">${caption}</h3>`}<p class="part__note">${phrases.nothing}</p></div>`;
  return html`<table class="table table--bars">${caption && html`<caption class="table__caption">${caption}</caption>`}
<thead><tr><th scope="col">${phrases.step}</th><th scope="col">${phrases.times}</th><th scope="col">${phrases.ofBefore}</th><th scope="col">${phrases.ofViews}</th></tr></thead>
<tbody>${steps.map(row)}</tbody></table>`;
}

function row({ step, count, ofBefore, ofViews }: StepFigure): Html {
  return html`<tr><th scope="row">${names.steps[step]}${bar([{ share: ofViews ?? 0 }])}</th><td>${writeCount(count)}</td><td>${writeShare(ofBefore)}</td><td>${writeShare(ofViews)}</td></tr>
`;
}
