import { BlockList, isIPv6 } from "node:net";
import type { Context } from "hono";
import { clientAddress, forwardedForOf, peerAddress } from "./limits.ts";

/** Finds out whether TRUSTED_PROXIES counts fewer proxies than there are before the server. */
export type ProxyCheck = {
  /** Reads from a visitor's request how many proxies it has passed. */
  see: (context: Context) => void;
  /** What TRUSTED_PROXIES should be, as the newest visit shows; undefined if the setting is right. */
  needed: () => number | undefined;
};

export function createProxyCheck(trustedProxies: number): ProxyCheck {
  let needed: number | undefined;
  return {
    see(context) {
      needed = neededProxies(peerAddress(context) ?? "", forwardedForOf(context), trustedProxies);
    },
    needed: () => needed,
  };
}

/**
 * How many proxies a request has passed, if there are more than `trustedProxies`: then the limits wrongly count the
 * address of a proxy in a private network, which all visitors share. A visitor can only add addresses further left than
 * the true one.
 */
export function neededProxies(
  peer: string,
  forwardedFor: string,
  trustedProxies: number,
): number | undefined {
  const hops = [...forwardedFor.split(","), peer].map((hop) => clientAddress("", hop, 1));
  const visitor = hops.reverse().findIndex((hop) => hop !== "" && !isPrivate(hop));
  return visitor > trustedProxies ? visitor : undefined;
}

/**
 * The private networks of one house, one carrier or one machine: RFC 1918, 6598, 4193, 4291, and the addresses of a
 * machine itself.
 */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, bits);
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv6");

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
