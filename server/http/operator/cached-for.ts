/**
 * Asks again only when the last answer has grown old; whoever comes meanwhile gets the same one. While a
 * question hangs no other is put: a store that doesn't answer must not be asked a hundred times over.
 */
export function cachedFor<T>(
  restMs: number,
  clock: () => number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  /** Undefined while a question hangs. */
  let answeredAt: number | undefined;

  function askNow(): Promise<T> {
    answeredAt = undefined;
    return ask().finally(() => {
      answeredAt = clock();
    });
  }

  // An answer from the future is old too: the clock was set back.
  function isOld(now: number): boolean {
    return answeredAt !== undefined && (now >= answeredAt + restMs || now < answeredAt);
  }

  return () => {
    answer = answer === undefined || isOld(clock()) ? askNow() : answer;
    return answer;
  };
}
