const firstCeilingMs = 1_000;
const lastCeilingMs = 60 * 60_000;

/**
 * Full jitter: any moment up to a ceiling that doubles with each attempt, so that leads that failed together
 * do not come back together. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(attempts: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMs * 2 ** Math.max(attempts - 1, 0), lastCeilingMs);
  return Math.round(ceiling * random());
}
