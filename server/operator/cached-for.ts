/**
 * Calls `read` again only when the last answer is `maxAgeMs` old; until then every caller gets the last answer. While
 * `read` is running, all callers wait for that call: a store that does not answer must not get a hundred calls.
 */
export function cachedFor<T>(
  maxAgeMs: number,
  clock: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let isOldAt = Infinity;
  return () => {
    if (answer === undefined || clock() >= isOldAt) {
      isOldAt = Infinity;
      answer = read().finally(() => {
        isOldAt = clock() + maxAgeMs;
      });
    }
    return answer;
  };
}
