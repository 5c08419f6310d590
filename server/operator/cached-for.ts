/**
 * Calls `read` again only when the last answer is `maxAgeMs` old; until then every caller gets that answer. While a call
 * is running, callers wait for it: a store that does not answer must not get a hundred calls.
 */
export function cachedFor<T>(
  maxAgeMs: number,
  clock: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  /** The time at which the last call ended; undefined while a call is running. */
  let answeredAt: number | undefined;

  function readNow(): Promise<T> {
    answeredAt = undefined;
    return read().finally(() => {
      answeredAt = clock();
    });
  }

  // An answer from the future is old too: the clock was set back.
  function isOld(now: number): boolean {
    return answeredAt !== undefined && (now >= answeredAt + maxAgeMs || now < answeredAt);
  }

  return () => {
    answer = answer === undefined || isOld(clock()) ? readNow() : answer;
    return answer;
  };
}
