import type { DeliveryFigures } from "./figures.ts";

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
