import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/store/submissions/submissions.ts";
import { customerNetwork, visitorNetwork } from "./client-address.ts";
import { createTokenBuckets, type Limit, rememberLatest } from "./token-buckets.ts";

/** `wait`: refused for `waitMs`. `held`: stored and answered like any other, but only the operator can release it. */
type LimitDecision = { kind: "free" } | { kind: "wait"; waitMs: number } | { kind: "held" };

export type RateLimits = (
  address: string,
  submission: Pick<Submission, "lead" | "idempotencyKey" | "flag">,
) => LimitDecision;

/**
 * The limit for one network address is high, because a mobile carrier puts hundreds of phones behind one address, and
 * all of them watch the same live event.
 */
const perAddress = { burst: 400, perMinute: 300 };

/**
 * The limit for the network of one customer, so that a sender who changes the address within this network gains little.
 */
const perCustomer = { burst: 2_000, perMinute: 1_500 };

/**
 * The limit for one e-mail in one network. A person may mistype and sign up several times; only a program signs up more
 * often.
 */
const perEmailAndNetwork = { burst: 10, perMinute: 2 };

/**
 * The limit for one e-mail in all networks. Its owner uses few networks, so more sign-ups than this come from
 * strangers.
 */
const perEmail = { burst: 60, perMinute: 20 };

/**
 * The address of every visitor on an edge platform without `TRUSTED_PROXIES`. No limit counts it, because all visitors
 * would share that limit.
 */
const unknownAddress = "";

/**
 * The most sign-ups that are remembered as already counted: about as many sign-ups as come in some minutes of the
 * busiest hour.
 */
const maxRememberedSignUps = 50_000;

/**
 * A limit by network address refuses a sign-up; a limit by e-mail only holds it. Strangers could use up a limit by
 * e-mail, and a refusal would tell them that the e-mail has signed up.
 */
export function createRateLimits(clock: () => number): RateLimits {
  const waitFor = limitAddresses({ perAddress, perCustomer }, clock);
  const isTooMany = limitEmails(clock);
  return (address, submission) => {
    const waitMs = waitFor(address);
    if (waitMs > 0) return { kind: "wait", waitMs };
    return isTooMany(address, submission) ? { kind: "held" } : { kind: "free" };
  };
}

/**
 * Returns 0 while requests from a network address are within the limits for one visitor and for one customer, and
 * otherwise the milliseconds to wait.
 */
export function limitAddresses(
  { perAddress, perCustomer }: Record<"perAddress" | "perCustomer", Limit>,
  clock: () => number,
): (address: string) => number {
  const visitors = createTokenBuckets(perAddress, clock);
  const customers = createTokenBuckets(perCustomer, clock);
  return (address) => {
    if (address === unknownAddress) return 0;
    const customer = customerNetwork(address);
    return visitors.take(visitorNetwork(address)) || (customer ? customers.take(customer) : 0);
  };
}

function limitEmails(clock: () => number): (...signUp: Parameters<RateLimits>) => boolean {
  const inNetworks = createTokenBuckets(perEmailAndNetwork, clock);
  const anywhere = createTokenBuckets(perEmail, clock);
  const alreadyCounted = rememberLatest<true>(maxRememberedSignUps);
  return (address, { lead, idempotencyKey, flag }) => {
    // A sign-up that the honeypot caught is held already, so it must not use up the limit of the e-mail's owner.
    if (flag === "honeypot") return false;
    const email = emailKey(lead.email);
    // A sign-up that is sent again stores nothing new, so it does not count towards the limits by e-mail.
    const signUp = idempotencyKey !== undefined && `${idempotencyKey} ${email}`;
    if (signUp && alreadyCounted.get(signUp)) return false;
    if (signUp) alreadyCounted.set(signUp, true);
    const network = customerNetwork(address) ?? address;
    const isLimited = address !== unknownAddress && inNetworks.take(`${network} ${email}`) > 0;
    return isLimited || anywhere.take(email) > 0;
  };
}
