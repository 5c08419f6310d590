import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/storage/submissions.ts";
import { oneVisitor } from "./client-address.ts";
import { rememberLatest } from "./latest.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/** The milliseconds until this visitor may sign up again; 0 when at once. */
export type RateLimits = (
  address: string,
  submission: Pick<Submission, "lead" | "idempotencyKey">,
) => number;

/** A carrier puts hundreds of phones behind one address, and all of them watch the same live. */
const perAddress = { burst: 400, perMinute: 300 };

/** Who signs up again and again mistypes, or is being written to by somebody else. */
const perEmail = { burst: 10, perMinute: 2 };

/** As many as come within some minutes of the busiest hour. */
const mostRemembered = 50_000;

export function createRateLimits(clock: () => number): RateLimits {
  const addresses = createTokenBuckets(perAddress, clock);
  const emails = createTokenBuckets(perEmail, clock);
  const sentBefore = rememberLatest<true>(mostRemembered);
  return (address, { lead, idempotencyKey }) => {
    // An address that nobody told us, as in a test, is nobody's.
    const wait = address === "" ? 0 : addresses.take(oneVisitor(address));
    if (wait > 0) return wait;
    const email = emailKey(lead.email);
    // The same sign-up sent once more is owed the same answer, and writes nothing.
    const repeated = idempotencyKey !== undefined && `${idempotencyKey} ${email}`;
    if (repeated && sentBefore.get(repeated)) return 0;
    const emailWait = emails.take(email);
    if (repeated && emailWait === 0) sentBefore.set(repeated, true);
    return emailWait;
  };
}
