import { html } from "hono/html";
import { report as phrases } from "#phrases/panel/report.ts";
import type { DeliveryFigures, LagRow } from "#server/figures/figures.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeDuration, writeShare } from "#server/panel/look/writing.ts";
import { lagFacts } from "./delivery.ts";
import { facts, section } from "./section.ts";
import { table } from "./table.ts";

type Lags = readonly LagRow[];

/** How long leads took to ActiveCampaign, and how many of them took how long. */
export function lagTable(lag: DeliveryFigures["lag"], lags: Lags): Html {
  const all = lags.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const rows = lags.map(({ deliveries }, index) => ({
    head: tookText(lags, index),
    bar: bar([{ share: deliveries / all }]),
    numbers: [writeCount(deliveries), writeShare(deliveries / all)],
  }));
  const columns = [phrases.took, phrases.deliveries, phrases.share] as const;
  return section(
    "lag",
    phrases.lag,
    html`${facts(lagFacts(lag))}${all > 0 && table({ columns, rows })}`,
  );
}

function tookText(lags: Lags, index: number): string {
  const [before, upto] = [lags[index - 1]?.uptoMs, lags[index]?.uptoMs];
  if (upto !== undefined) return phrases.upTo(writeDuration(upto));
  return before === undefined ? phrases.all : phrases.longer(writeDuration(before));
}
