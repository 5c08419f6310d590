import type { DeliveryFigures, LagRow } from "./figures.ts";

/** The ends of the rows of the distribution, in milliseconds. The alarm is raised after five minutes. */
const rowEnds = [5_000, 15_000, 60_000, 5 * 60_000, 30 * 60_000, undefined];

/** The median and the p95 of these lags; undefined if there are none. */
export function lagFigures(lags: readonly number[]): DeliveryFigures["lag"] {
  if (lags.length === 0) return undefined;
  const sorted = lags.toSorted((one, other) => one - other);
  return {
    medianMs: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    deliveries: lags.length,
  };
}

/** The smallest lag that at least this share of the deliveries did not exceed. It is never below 0, although clocks differ. */
function quantile(sorted: readonly number[], share: number): number {
  return Math.max(0, sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

/** How many lags were longer than the end of the row before, and at most as long as the end of the row. */
export function lagRows(lags: readonly number[]): LagRow[] {
  return rowEnds.map((uptoMs, index) => {
    const aboveMs = index === 0 ? -Infinity : (rowEnds[index - 1] ?? Infinity);
    const within = lags.filter((lag) => lag > aboveMs && lag <= (uptoMs ?? Infinity));
    return { uptoMs, deliveries: within.length };
  });
}
