const firstCeilingMs = 1_000;
const usualCeilingMs = 60_000;
const lastCeilingMs = 60 * 60_000;
/** So often a lead is tried at least once a minute: what fails by chance gets through soon. */
const eagerTries = 15;

/**
 * Full jitter: any moment up to a ceiling that doubles with each attempt, so that leads that failed together
 * do not come back together. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(attempts: number, random: () => number): number {
  const eager = Math.min(firstCeilingMs * 2 ** Math.max(attempts - 1, 0), usualCeilingMs);
  const patient = Math.min(usualCeilingMs * 2 ** (attempts - eagerTries), lastCeilingMs);
  return Math.round((attempts > eagerTries ? patient : eager) * random());
}

/** Below a minute, the next try and a delivery included. */
const longestProbeRestMs = 55_000;

/** How long a closed way to ActiveCampaign rests before it is looked at again: 1, 2, 4 … 55 s, or down to half of it. */
export function probeRestMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMs * 2 ** (failuresInARow - 1), longestProbeRestMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}

/** An account that goes on asking for a pause of no time gets twice as much each time. */
export function pauseFor(askedMs: number, pausesInARow: number): number {
  const doubled = Math.min(firstCeilingMs * 2 ** (pausesInARow - 1), usualCeilingMs);
  return Math.max(askedMs, doubled);
}
