import { rememberLatest } from "./latest.ts";

/** How much may come at once, and how fast there is room again. */
export type Allowance = { burst: number; perMinute: number };

export type TokenBuckets = {
  /** Takes a token; where there is none, the milliseconds until there is. */
  take: (key: string) => number;
};

/** A forgotten bucket is a full one: forgetting the oldest never shuts anybody out. */
const mostBuckets = 50_000;

const minuteMs = 60_000;

/**
 * All that has to be known of a bucket is when it will be full again. It is kept as a small number, counted
 * from now on: fifty thousand objects would keep the garbage collector busy.
 */
export function createTokenBuckets(
  { burst, perMinute }: Allowance,
  clock: () => number,
): TokenBuckets {
  const fullAgainAt = rememberLatest<number>(mostBuckets);
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
