export type Limit = { burst: number; perMinute: number };

type TokenBuckets = {
  /**
   * Takes a token from the key's bucket and returns 0. If the bucket is empty, returns the milliseconds until it has a
   * token.
   */
  take: (key: string) => number;
};

/**
 * The most buckets (one for each limited key) that are remembered; at least half of this number are remembered. A
 * forgotten bucket counts as full, so forgetting the oldest buckets never refuses a visitor.
 */
const maxBuckets = 50_000;

const minuteMs = 60_000;

/**
 * Keeps for each bucket only the time at which it will be full again, as a small number counted from the creation of
 * the buckets: fifty thousand objects would keep the garbage collector busy.
 */
export function createTokenBuckets({ burst, perMinute }: Limit, clock: () => number): TokenBuckets {
  const fullAgainAt = rememberLatest<number>(maxBuckets);
  const startedAt = clock();
  const msPerToken = minuteMs / perMinute;
  return {
    take(key) {
      const now = clock() - startedAt;
      const filled = Math.max(fullAgainAt.get(key) ?? now, now) + msPerToken;
      const wait = filled - now - burst * msPerToken;
      if (wait > 0) return Math.ceil(wait);
      fullAgainAt.set(key, filled);
      return 0;
    },
  };
}

type LatestValues<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
};

/**
 * Remembers at least the `max / 2` keys that were set last, and at most `max` keys, in two maps. Removing the oldest
 * key of one large map each time takes longer than everything else in a request.
 */
export function rememberLatest<Value>(max: number): LatestValues<Value> {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (newer.size >= max / 2) {
        older = newer;
        newer = new Map();
      }
      newer.set(key, value);
    },
  };
}
