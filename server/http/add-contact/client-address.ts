import { isIPv4, isIPv6 } from "node:net";

type Connection = { peer: string | undefined; forwardedFor: string | null };

/**
 * The address that a request came from, counted a fixed number of our own proxies from the right of `X-Forwarded-For`:
 * what stands further left was written by the visitor, and may say anything. A proxy that writes `unknown` gives no
 * address (RFC 7239, 6.2), so its own address counts: without any, the limits would not hold.
 */
export function clientAddress({ peer, forwardedFor }: Connection, trustedProxies: number): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  const candidates = [withoutPort(forwarded ?? ""), peer ?? ""];
  return withoutMapping(candidates.find((one) => isIPv4(one) || isIPv6(one)) ?? "");
}

/** The network the address belongs to: /24 of IPv4, /48 of IPv6. Only this is kept. */
export function shortened(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  return isIPv6(address) ? `${groups(address).slice(0, 3).join(":")}::` : "";
}

/** One household or phone has a whole /64 of IPv6 to itself: it counts as one. */
export function oneVisitor(address: string): string {
  return isIPv6(address) ? groups(address).slice(0, 4).join(":") : address;
}

/** The most that one customer is given of IPv6 (RFC 6177), which holds 65,536 of those /64; undefined for IPv4. */
export function oneCustomer(address: string): string | undefined {
  return isIPv6(address) ? shortened(address) : undefined;
}

/** Some proxies add the port: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

function withoutMapping(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** The eight groups, with the zeros that `::` stands for. */
function groups(address: string): string[] {
  const [head = "", tail] = address.replace(/%.*$/, "").toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
