import { isIPv4, isIPv6 } from "node:net";
import type { Context } from "hono";
import { minuteMs } from "#event/time-zone.ts";
import { emailKey } from "#lead/lead.ts";
import type { Submission } from "#server/store/submissions.ts";

/**
 * `wait`: the sign-up is refused for `waitMs`. `held`: it is stored and answered like any other, but no lead is derived
 * from it before the operator releases it.
 */
type LimitDecision = { kind: "free" } | { kind: "wait"; waitMs: number } | { kind: "held" };

export type RateLimits = (
  networkAddress: string,
  submission: Pick<Submission, "lead" | "idempotencyKey" | "flag">,
) => LimitDecision;

type Limit = { burst: number; perMinute: number };

/**
 * The limit for one address. Only a program sends hundreds of sign-ups a second from one address: a launch with 100,000
 * sign-ups in ten minutes has 167 a second in all.
 */
const perMachine = { burst: 400, perMinute: 6_000 };

/** The limit for a /64 network of IPv6: one phone, one household, or one hall that watches the class together. */
const perHousehold = { burst: 300, perMinute: 100 };

/**
 * The limit for a mobile carrier, which has thousands of phones behind one IPv4 address or one /48 network, and all of
 * them may watch the same class.
 */
const perCarrier = { burst: 4_000, perMinute: 2_000 };

/**
 * The limit for one e-mail in one network. A person may mistype and sign up several times; only a program signs up more
 * often.
 */
const perEmailAndNetwork = { burst: 10, perMinute: 2 };

/**
 * The limit for one e-mail in all networks. Its owner uses few networks, so more sign-ups than this are from strangers.
 */
const perEmail = { burst: 60, perMinute: 20 };

/**
 * How many sign-ups this process holds because their network sent too many: some 60 MB of rows. Held rows are removed
 * after 30 days.
 */
const heldRows = { burst: 100_000, perMinute: 2 };

/** The wait that a refused visitor is told while the disk has no room for held rows. */
const noRoomWaitMs = minuteMs;

/**
 * How many sign-ups are remembered, so that a sign-up that is sent again does not count again for the limits by e-mail: as
 * many as arrive in some minutes of the busiest hour.
 */
const maxRememberedSignUps = 50_000;

type RateLimitDeps = {
  /**
   * A clock that only goes forward: with the clock of the machine, setting it back by an hour would refuse visitors for
   * an hour.
   */
  clock: () => number;
  /** True if the disk has room for held rows, which are most likely not of real people. */
  hasRoom?: () => boolean;
};

/**
 * Holds sign-ups beyond a limit, because the operator can release a real person. A refusal by e-mail would let
 * strangers shut out the e-mail's owner, and tell them that the e-mail has signed up. Only a program is refused, and a
 * flood that has used up the room for held rows.
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
    // A sign-up beyond the limit of its household does not count for its carrier: otherwise one household could get all
    // phones of the carrier held.
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

/**
 * Returns a function that takes an address: 0 while the address is within both limits, otherwise the milliseconds to
 * wait.
 */
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

/**
 * The most buckets that are remembered. A forgotten bucket counts as full, so forgetting the oldest buckets never
 * refuses a visitor.
 */
const maxBuckets = 50_000;

/**
 * Returns a function that takes a token from the key's bucket: 0, or the milliseconds until the bucket has a token. Of
 * each bucket only the time at which it will be full again is kept, as a small number: fifty thousand objects would
 * keep the garbage collector busy.
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
 * Remembers at least the `max / 2` keys that were set last, and at most `max` keys, in two maps. With one large map,
 * removing its oldest key each time takes longer than everything else in a request.
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

/** The network address from which a request was sent; empty if it is unknown. */
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
 * written the entries further left. If that proxy writes `unknown` (RFC 7239, 6.2), the address at the other end of the
 * connection counts. Requests without any address share one limit.
 */
export function clientAddress(peer: string, forwardedFor: string, trustedProxies: number): string {
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  const candidates = [withoutPort(forwarded ?? ""), peer];
  const address = candidates.find((one) => isIPv4(one) || isIPv6(one)) ?? "";
  // Takes the IPv4 address out of an IPv6 address that contains one.
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Removes the port that some proxies add to an address: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** The network of an address, a /24 of IPv4 or a /48 of IPv6. The store keeps only the network, not the address. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 3).join(":")}::` : "";
}

/** One household or one phone has a whole /64 of IPv6, so each /64 counts as one visitor. */
function visitorNetwork(address: string): string {
  return isIPv6(address) ? ipv6Groups(address).slice(0, 4).join(":") : address;
}

/**
 * The network that the limit of a carrier counts: the IPv4 address, or the /48 of IPv6 with its 65,536 /64. A carrier's
 * phones share one /48, and a customer of a provider has no larger network (RFC 6177).
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
