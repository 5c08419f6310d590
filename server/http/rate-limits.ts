import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/storage/submissions.ts";
import { oneCustomer, oneVisitor } from "./client-address.ts";
import { rememberLatest } from "./latest.ts";
import { createTokenBuckets, type TokenBuckets } from "./token-buckets.ts";

/** `wait`: refused until then. `held`: stored and answered as any other, but the operator has to release it. */
export type Limited = { kind: "free" } | { kind: "wait"; waitMs: number } | { kind: "held" };

export type RateLimits = (
  address: string,
  submission: Pick<Submission, "lead" | "idempotencyKey" | "flag">,
) => Limited;

/** A carrier puts hundreds of phones behind one address, and all of them watch the same live. */
const perAddress = { burst: 400, perMinute: 300 };

/** Several times as much as one address, so that changing the address within one's own network does not help. */
const perCustomer = { burst: 2_000, perMinute: 1_500 };

/** A person who signs up again and again mistypes; more than that is a program. */
const perEmailAndNetwork = { burst: 10, perMinute: 2 };

/** One e-mail address from many networks is written by others than its owner. */
const perEmail = { burst: 60, perMinute: 20 };

/** As many as come within some minutes of the busiest hour. */
const mostRemembered = 50_000;

/**
 * Only the address can get a sign-up refused. A limit by e-mail that refuses could be used up by strangers, and its
 * answer would tell them that the e-mail has signed up: so it only holds back.
 */
export function createRateLimits(clock: () => number): RateLimits {
  const waitFor = limitAddresses(clock);
  const isTooMany = limitEmails(clock);
  return (address, submission) => {
    const waitMs = waitFor(address);
    if (waitMs > 0) return { kind: "wait", waitMs };
    return isTooMany(address, submission) ? { kind: "held" } : { kind: "free" };
  };
}

function limitAddresses(clock: () => number): (address: string) => number {
  const visitors = createTokenBuckets(perAddress, clock);
  const customers = createTokenBuckets(perCustomer, clock);
  return (address) => {
    // A request without a connection, as in a test, has no address to be limited by.
    if (address === "") return 0;
    const customer = oneCustomer(address);
    return visitors.take(oneVisitor(address)) || (customer ? customers.take(customer) : 0);
  };
}

type IsTooMany = (address: string, submission: Parameters<RateLimits>[1]) => boolean;

function limitEmails(clock: () => number): IsTooMany {
  const inNetworks = createTokenBuckets(perEmailAndNetwork, clock);
  const anywhere = createTokenBuckets(perEmail, clock);
  const sentBefore = rememberLatest<true>(mostRemembered);
  return (address, { lead, idempotencyKey, flag }) => {
    // Held back already: it must not use up what is left for the owner of the e-mail.
    if (flag === "trap") return false;
    const email = emailKey(lead.email);
    // The same sign-up sent once more writes nothing, so it costs nothing.
    const repeated = idempotencyKey !== undefined && `${idempotencyKey} ${email}`;
    if (repeated && sentBefore.get(repeated)) return false;
    if (repeated) sentBefore.set(repeated, true);
    const network = oneCustomer(address) ?? address;
    return isOver(inNetworks, `${network} ${email}`) || isOver(anywhere, email);
  };
}

function isOver(buckets: TokenBuckets, key: string): boolean {
  return buckets.take(key) > 0;
}
