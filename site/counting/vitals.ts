import type { PageReport, Rating, Vital } from "#lead/page-report.ts";

type Values = Map<Vital, number>;

/** The values up to which Google rates a vital as good, and as fair (https://web.dev/articles/vitals). */
const limits: Record<Vital, [good: number, fair: number]> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
};

/** The types of the browser's entries from which the vitals are read. */
const slowInput = "event";
const shift = "layout-shift";
const largestPaint = "largest-contentful-paint";

const visibility = "visibility-state";
const supported = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type);

/**
 * Watches the vitals that this browser measures. The returned function gives their ratings, and later calls give none.
 */
export function watchVitals(): () => PageReport["vitals"] {
  const values: Values = new Map();
  const read = createReader(values);
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
  for (const type of [slowInput, shift, largestPaint].filter(supported)) {
    // A page on which nothing moves gets no entry.
    if (type === shift) values.set("cls", 0);
    // 16 milliseconds: the shortest duration that a browser can be asked for.
    observer.observe({ type, buffered: true, durationThreshold: 16 });
  }
  return () => {
    observer.disconnect();
    const ratings = [...values].map(rate);
    values.clear();
    return ratings;
  };
}

/** Keeps the worst value of each vital. */
function createReader(values: Values): (entry: PerformanceEntry) => void {
  // Chromium before 115 warns about a type that it does not know.
  const [start] = supported(visibility) ? performance.getEntriesByType(visibility) : [];
  let windowSum = 0;
  let windowStart = 0;
  let lastShift = Number.NEGATIVE_INFINITY;
  const keep = (vital: Vital, value: number) =>
    values.set(vital, Math.max(values.get(vital) ?? 0, value));

  return ({ entryType, startTime, duration, interactionId, value, hadRecentInput }) => {
    if (entryType === slowInput) {
      // Only the presses and keys of a visitor are interactions.
      if (interactionId) keep("inp", duration);
    } else if (entryType === largestPaint) {
      // In a tab that was opened in the background, or prerendered, this is the time at which the visitor came to it.
      if (start?.name !== "hidden") keep("lcp", startTime);
    } else if (value !== undefined && !hadRecentInput) {
      // Shifts add up while less than a second lies between two of them, and for five seconds at most.
      if (startTime - lastShift > 1_000 || startTime - windowStart > 5_000) {
        windowSum = 0;
        windowStart = startTime;
      }
      lastShift = startTime;
      windowSum += value;
      keep("cls", windowSum);
    }
  };
}

function rate([vital, value]: [Vital, number]): [Vital, Rating] {
  const [good, fair] = limits[vital];
  if (value <= good) return [vital, "good"];
  return [vital, value <= fair ? "fair" : "poor"];
}
