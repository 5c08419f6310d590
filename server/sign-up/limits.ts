import { isIPv4, isIPv6 } from "node:net";
import type { Context } from "hono";
import { minuteMs } from "#event/time-zone.ts";
import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/store/submissions.ts";

/** `wait`: refused for `waitMs`. `held`: stored and answered like any other, but only the operator can release it. */
type LimitDecision = { kind: "free" } | { kind: "wait"; waitMs: number } | { kind: "held" };

export type RateLimits = (
  networkAddress: string,
  submission: Pick<Submission, "lead" | "idempotencyKey" | "flag">,
) => LimitDecision;

type Limit = { burst: number; perMinute: number };

/** Only a program sends hundreds a second from one address: a launch with 100,000 sign-ups in ten minutes has 167 in all. */
const perMachine = { burst: 400, perMinute: 6_000 };

/** A /64 of IPv6 is one phone, one household, or one hall that watches the class together. */
const perHousehold = { burst: 300, perMinute: 100 };

/** A mobile carrier puts thousands of phones behind one IPv4 address or one /48, and all of them watch the same class. */
const perCarrier = { burst: 4_000, perMinute: 2_000 };

/** A person may mistype and sign up several times; only a program signs up more often from one network. */
const perEmailAndNetwork = { burst: 10, perMinute: 2 };

/** The owner of an e-mail uses few networks, so more sign-ups than this come from strangers. */
const perEmail = { burst: 60, perMinute: 20 };

/** The rows that this process holds for their network: some 60 MB. Held rows are removed after 30 days. */
const heldRows = { burst: 100_000, perMinute: 2 };

/** The wait that is answered while the disk has no room for held rows. */
const noRoomWaitMs = minuteMs;

/** About as many sign-ups as come in some minutes of the busiest hour are remembered as already counted. */
const maxRememberedSignUps = 50_000;

type RateLimitDeps = {
  /**
   * Only goes forward: if the clock of the machine counted, setting it back by an hour would refuse visitors for an hour.
   */
  clock: () => number;
  /** Whether the disk has room for rows that are most likely of no person. */
  hasRoom?: () => boolean;
};

/**
 * Holds what is beyond a limit: the operator can release a real person, and a refusal by e-mail would let strangers shut its
 * owner out and tell them that the e-mail has signed up. Only a machine is refused, and a flood that has used up the rows.
 */
export function createRateLimits({ clock, hasRoom = () => true }: RateLimitDeps): RateLimits {
  const waitOfMachine = createTokenBuckets(perMachine, clock);
  const ofHousehold = createTokenBuckets(perHousehold, clock);
  const ofCarrier = createTokenBuckets(perCarrier, clock);
  const waitForRow = createTokenBuckets(heldRows, clock);
  const inNetworks = createTokenBuckets(perEmailAndNetwork, clock);
  const anywhere = createTokenBuckets(perEmail, clock);
  const alreadyCounted = rememberLatest<true>(maxRememberedSignUps);

  function decideBy(visitor: string, carrier: string): LimitDecision {
    const waitMs = waitOfMachine(visitor);
    if (waitMs > 0) return { kind: "wait", waitMs };
    // What a household has too many of does not count for its carrier: else it would get the carrier's phones held.
    const isHousehold = visitor !== carrier;
    const isTooMany = (isHousehold && ofHousehold(visitor) > 0) || ofCarrier(carrier) > 0;
    if (!isTooMany) return { kind: "free" };
    const waitForRowMs = hasRoom() ? waitForRow("") : noRoomWaitMs;
    return waitForRowMs > 0 ? { kind: "wait", waitMs: waitForRowMs } : { kind: "held" };
  }

  return (address, { lead, idempotencyKey, flag }) => {
    const carrier = carrierOf(address);
    const decision = decideBy(visitorNetwork(address), carrier);
    if (decision.kind !== "free") return decision;
    // A sign-up that the honeypot caught is held already, so it must not use up the limit of the e-mail's owner.
    if (flag === "honeypot") return { kind: "free" };
    const email = emailKey(lead.email);
    if (idempotencyKey !== undefined) {
      // A sign-up that is sent again stores nothing new, so it does not count towards the limits by e-mail.
      const signUp = `${idempotencyKey} ${email}`;
      if (alreadyCounted.get(signUp)) return { kind: "free" };
      alreadyCounted.set(signUp, true);
    }
    const isTooMany = inNetworks(`${carrier} ${email}`) > 0 || anywhere(email) > 0;
    return { kind: isTooMany ? "held" : "free" };
  };
}

/** Returns 0 while an address is within both limits, and otherwise the milliseconds to wait. */
export function limitAddresses(
  { perAddress, perCustomer }: Record<"perAddress" | "perCustomer", Limit>,
  clock: () => number,
): (networkAddress: string) => number {
  const takeOfVisitor = createTokenBuckets(perAddress, clock);
  const takeOfCustomer = createTokenBuckets(perCustomer, clock);
  return (address) => {
    const waitMs = takeOfVisitor(visitorNetwork(address));
    return waitMs > 0 || !isIPv6(address) ? waitMs : takeOfCustomer(networkOf(address));
  };
}

/** A forgotten bucket counts as full, so forgetting the oldest buckets never refuses a visitor. */
const maxBuckets = 50_000;

/**
 * Returns a function that takes a token from the key's bucket: 0, or the milliseconds until the bucket has one. Kept is only
 * when each bucket will be full again, as a small number: fifty thousand objects would keep the garbage collector busy.
 */
function createTokenBuckets(
  { burst, perMinute }: Limit,
  clock: () => number,
): (key: string) => number {
  const fullAgainAt = rememberLatest<number>(maxBuckets);
  const startedAt = clock();
  const msPerToken = minuteMs / perMinute;
  return (key) => {
    const now = clock() - startedAt;
    const filled = Math.max(fullAgainAt.get(key) ?? now, now) + msPerToken;
    const wait = filled - now - burst * msPerToken;
    if (wait > 0) return Math.ceil(wait);
    fullAgainAt.set(key, filled);
    return 0;
  };
}

/**
 * Remembers at least the `max / 2` keys that were set last, and at most `max` keys, in two maps. Removing the oldest
 * key of one large map each time takes longer than everything else in a request.
 */
export function rememberLatest<Value>(max: number) {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => newer.get(key) ?? older.get(key),
    set(key: string, value: Value): void {
      if (newer.size >= max / 2) {
        older = newer;
        newer = new Map();
      }
      newer.set(key, value);
    },
  };
}

/** The network address that a request came from; empty if it is unknown. */
export function networkAddressOf(context: Context, trustedProxies: number): string {
  return clientAddress(peerAddress(context) ?? "", forwardedForOf(context), trustedProxies);
}

export function forwardedForOf({ req }: Context): string {
  return req.header("x-forwarded-for") ?? "";
}

/**
 * The network address at the other end of the connection, which @hono/node-server gives as `incoming`. Undefined for a
 * request without a connection, as in a test.
 */
export function peerAddress(context: Context): string | undefined {
  const address: unknown = context.env?.incoming?.socket.remoteAddress;
  return typeof address === "string" ? address : undefined;
}

/**
 * The entry of `X-Forwarded-For` that our outermost proxy wrote, counted from the right, because the visitor may have
 * written anything further left. If that proxy writes `unknown` (RFC 7239, 6.2), the address of the connection's other end
 * counts. Requests without any address share one limit.
 */
export function clientAddress(peer: string, forwardedFor: string, trustedProxies: number): string {
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  const candidates = [withoutPort(forwarded ?? ""), peer];
  const address = candidates.find((one) => isIPv4(one) || isIPv6(one)) ?? "";
  // An IPv4 address inside an IPv6 address.
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Removes the port that some proxies add to an address: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** The network of an address, a /24 of IPv4 or a /48 of IPv6. The store keeps only this, not the address. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 3).join(":")}::` : "";
}

/** One household or one phone has a whole /64 of IPv6, so each /64 counts as one visitor. */
function visitorNetwork(address: string): string {
  return isIPv6(address) ? ipv6Groups(address).slice(0, 4).join(":") : address;
}

/**
 * The IPv4 address, or the /48 of IPv6 with its 65,536 /64: a carrier's phones share one, and a customer of a provider has
 * no larger one (RFC 6177).
 */
function carrierOf(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** All eight groups of an IPv6 address, also those that `::` leaves out. */
function ipv6Groups(address: string): string[] {
  const [head = "", tail] = address.replace(/%.*$/, "").toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
