import { rememberLatest } from "./latest.ts";

/** How much may come at once, and how fast there is room again. */
export type Allowance = { burst: number; perMinute: number };

export type TokenBuckets = {
  /** Takes a token; where there is none, the milliseconds until there is. */
  take: (key: string) => number;
};

type Bucket = { tokens: number; filledAt: number };

/** A forgotten bucket is a full one: forgetting the oldest never shuts anybody out. */
const mostBuckets = 50_000;

const minuteMs = 60_000;

export function createTokenBuckets(
  { burst, perMinute }: Allowance,
  clock: () => number,
): TokenBuckets {
  const buckets = rememberLatest<Bucket>(mostBuckets);
  const msPerToken = minuteMs / perMinute;

  function refilled(key: string, now: number): Bucket {
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: now };
    return { tokens: Math.min(burst, tokens + (now - filledAt) / msPerToken), filledAt: now };
  }

  function take(key: string): number {
    const bucket = refilled(key, clock());
    const wait = bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) * msPerToken);
    if (wait === 0) bucket.tokens -= 1;
    buckets.set(key, bucket);
    return wait;
  }

  return { take };
}
