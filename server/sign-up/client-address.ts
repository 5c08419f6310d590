import { isIPv4, isIPv6 } from "node:net";
import type { Context } from "hono";

/**
 * The network address at the other end of the connection, which @hono/node-server gives as `incoming`. Undefined for a
 * request without a connection, as in a test; on an edge platform the other end is always a proxy of the platform.
 */
export function peerAddress(context: Context): string | undefined {
  const address: unknown = context.env?.incoming?.socket.remoteAddress;
  return typeof address === "string" ? address : undefined;
}

/** The network address that a request came from; empty if it is unknown. */
export function addressOf(context: Context, trustedProxies: number): string {
  const forwardedFor = context.req.header("x-forwarded-for") ?? null;
  return clientAddress({ peer: peerAddress(context), forwardedFor }, trustedProxies);
}

/**
 * The network address that a request came from: the entry of `X-Forwarded-For` that our outermost proxy wrote, counted
 * from the right, because the visitor may have written anything further left. If that proxy writes `unknown` (RFC 7239,
 * 6.2), the address of the connection's other end counts, because a request without any address has no limit.
 */
export function clientAddress(
  { peer, forwardedFor }: { peer: string | undefined; forwardedFor: string | null },
  trustedProxies: number,
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  const candidates = [withoutPort(forwarded ?? ""), peer ?? ""];
  return withoutMapping(candidates.find((one) => isIPv4(one) || isIPv6(one)) ?? "");
}

/** Removes the port that some proxies add to an address: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

function withoutMapping(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/**
 * The network that an address belongs to: a /24 of IPv4 or a /48 of IPv6. The store keeps only this network, not the
 * address.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 3).join(":")}::` : "";
}

/** One household or one phone has a whole /64 of IPv6, so each /64 counts as one visitor. */
export function visitorNetwork(address: string): string {
  return isIPv6(address) ? ipv6Groups(address).slice(0, 4).join(":") : address;
}

/**
 * The network of one customer of a provider: at most a /48 of IPv6 (RFC 6177), which holds 65,536 networks of the size
 * /64. Undefined for IPv4.
 */
export function customerNetwork(address: string): string | undefined {
  return isIPv6(address) ? networkOf(address) : undefined;
}

/** All eight groups of an IPv6 address, also those that `::` leaves out. */
function ipv6Groups(address: string): string[] {
  const [head = "", tail] = address.replace(/%.*$/, "").toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
