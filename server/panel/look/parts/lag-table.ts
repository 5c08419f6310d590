import { html } from "hono/html";
import { report as phrases } from "#phrases/panel/report.ts";
import type { DeliveryFigures } from "#server/panel/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeDuration, writeShare } from "#server/panel/look/writing.ts";
import { lagFacts } from "./delivery.ts";
import { facts, section } from "./section.ts";

type Lags = readonly { uptoMs: number | undefined; deliveries: number }[];

/** How long leads took to ActiveCampaign, and how many of them took how long. */
export function lagTable(lag: DeliveryFigures["lag"], lags: Lags): Html {
  const all = lags.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const table = html`<table class="table table--bars"><thead><tr><th scope="col">${phrases.took}</th><th scope="col">${phrases.deliveries}</th><th scope="col">${phrases.share}</th></tr></thead>
<tbody>${lags.map(
    ({ deliveries }, index) =>
      html`<tr><th scope="row">${tookText(lags, index)}${bar([{ share: deliveries / all }])}</th><td>${writeCount(deliveries)}</td><td>${writeShare(deliveries / all)}</td></tr>
`,
  )}</tbody></table>`;
  return section("lag", phrases.lag, html`${facts(lagFacts(lag))}${all > 0 && table}`);
}

function tookText(lags: Lags, index: number): string {
  const [before, upto] = [lags[index - 1]?.uptoMs, lags[index]?.uptoMs];
  if (upto !== undefined) return phrases.upTo(writeDuration(upto));
  return before === undefined ? phrases.all : phrases.longer(writeDuration(before));
}
