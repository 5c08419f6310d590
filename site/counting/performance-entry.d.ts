/** What the entries of layout shifts and of interactions have besides. */
interface PerformanceEntry {
  readonly hadRecentInput?: boolean;
  readonly interactionId?: number;
  readonly value?: number;
}

interface PerformanceObserverInit {
  durationThreshold?: number;
}
