import type { Report } from "#server/figures/figures.ts";
import { busyFigures } from "./busy-figures.ts";
import { end, hourMs, start } from "./sample-parts.ts";

const { signUps, steps, delivery } = busyFigures;

/** The night of the busy figures, as the team reads it on the next morning. */
export const sampleReport: Report = {
  madeAt: end + 13 * hourMs,
  since: start - hourMs,
  to: end,
  event: { start, end },
  signUps: 168_204,
  people: 151_009,
  entered: 429_915,
  byMinute: signUps.byMinute ?? [],
  bySource: signUps.bySource,
  steps: steps.today,
  allSteps: steps.all,
  lag: delivery.lag,
  lags: [
    { aboveMs: 0, uptoMs: 5_000, deliveries: 12_400 },
    { aboveMs: 5_000, uptoMs: 60_000, deliveries: 61_022 },
    { aboveMs: 60_000, uptoMs: 300_000, deliveries: 40_118 },
    { aboveMs: 300_000, uptoMs: 1_800_000, deliveries: 38_200 },
    { aboveMs: 1_800_000, uptoMs: undefined, deliveries: 112 },
  ],
};
