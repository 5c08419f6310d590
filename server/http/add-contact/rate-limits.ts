import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/storage/submissions/submissions.ts";
import { oneCustomer, oneVisitor } from "./client-address.ts";

/** `wait`: refused for so long. `held`: stored and answered like any other, but only the operator can release it. */
export type Limited = { kind: "free" } | { kind: "wait"; waitMs: number } | { kind: "held" };

export type RateLimits = (
  address: string,
  submission: Pick<Submission, "lead" | "idempotencyKey" | "flag">,
) => Limited;

/** A carrier puts hundreds of phones behind one address, and all of them watch the same live. */
const perAddress = { burst: 400, perMinute: 300 };

/** For one customer's network, so that a sender who changes the address within it gains little. */
const perCustomer = { burst: 2_000, perMinute: 1_500 };

/** A person may mistype and sign up some times again; more than that is a program. */
const perEmailAndNetwork = { burst: 10, perMinute: 2 };

/** An e-mail that comes from many networks is not typed by its owner alone. */
const perEmail = { burst: 60, perMinute: 20 };

/** As many as come within some minutes of the busiest hour. */
const mostRemembered = 50_000;

/**
 * A sign-up is refused only for its network address. Strangers could use up a limit by e-mail, and a refusal would tell
 * them that the e-mail has signed up, so that limit only holds back.
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
    // A request without a connection (only in tests) has no address, and is not limited.
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
    // The trap already holds this sign-up back. It must not use up the limit of the e-mail's owner.
    if (flag === "honeypot") return false;
    const email = emailKey(lead.email);
    // The same sign-up sent again writes nothing, so it does not count.
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

export type Latest<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
};

/**
 * Remembers at least half of `most` keys, those used last, and never more than `most`. In two generations:
 * taking the oldest key out of one big map each time makes the map slower than all the rest of a request.
 */
export function rememberLatest<Value>(most: number): Latest<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (young.size >= most / 2) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
