/**
 * Asks again only when the last answer has grown old; whoever comes meanwhile gets the same one. While a
 * question hangs no other is put: a store that doesn't answer must not be asked a hundred times over.
 */
export function atMostEvery<T>(
  restMs: number,
  clock: () => number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askAgainAt = 0;

  function askNow(): Promise<T> {
    askAgainAt = Number.POSITIVE_INFINITY;
    return ask().finally(() => {
      askAgainAt = clock() + restMs;
    });
  }

  return () => {
    answer = answer === undefined || clock() >= askAgainAt ? askNow() : answer;
    return answer;
  };
}
