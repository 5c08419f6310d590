import { expect, test } from "vitest";
import { neededProxies } from "./proxies.ts";

const visitor = "203.0.113.9";

test.each([
  ["no proxy", visitor, "", 0, undefined],
  ["no proxy, and a header of the visitor", visitor, "6.6.6.6", 0, undefined],
  ["a visitor of this machine", "127.0.0.1", "", 0, undefined],
  ["a visitor of the same house", "172.18.0.2", "192.168.0.7", 0, undefined],
  ["one proxy, which counts", "172.18.0.2", visitor, 1, undefined],
  ["one proxy", "172.18.0.2", visitor, 0, 1],
  ["one proxy, and a header of the visitor", "::ffff:10.0.0.2", `6.6.6.6, ${visitor}`, 0, 1],
  ["one proxy with IPv6", "fd00::2", "[2001:db8::1]:443", 0, 1],
  ["two proxies, of which one counts", "10.0.0.2", `${visitor}, 100.64.0.3`, 1, 2],
  ["two proxies", "10.0.0.2", `${visitor}, 192.168.4.1`, 0, 2],
  ["two proxies, which count", "10.0.0.2", `${visitor}, 192.168.4.1`, 2, undefined],
  ["no address at all", "", "unknown", 0, undefined],
])("with %s before the server, TRUSTED_PROXIES should be", (_, peer, forwardedFor, set, needed) => {
  expect(neededProxies(peer, forwardedFor, set)).toBe(needed);
});
