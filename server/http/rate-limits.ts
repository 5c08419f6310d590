import { emailKey, type Lead } from "#lead/lead.ts";
import { oneVisitor } from "./client-address.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/** The milliseconds until this visitor may sign up again; 0 when at once. */
export type RateLimits = (address: string, lead: Lead) => number;

/** A carrier puts hundreds of phones behind one address, and all of them watch the same live. */
const perAddress = { burst: 400, perMinute: 300 };

/** Who signs up again and again mistypes, or is being written to by somebody else. */
const perEmail = { burst: 10, perMinute: 2 };

export function createRateLimits(clock: () => number): RateLimits {
  const addresses = createTokenBuckets(perAddress, clock);
  const emails = createTokenBuckets(perEmail, clock);
  return (address, lead) => {
    // An address that nobody told us, as in a test, is nobody's.
    const wait = address === "" ? 0 : addresses.take(oneVisitor(address));
    return wait > 0 ? wait : emails.take(emailKey(lead.email));
  };
}
