import { expect, test } from "vitest";
import { clientAddress, oneCustomer, oneVisitor, shortened } from "./client-address.ts";

test.each([
  ["without a proxy the header counts for nothing", 0, "1.2.3.4", "9.9.9.9", "1.2.3.4"],
  ["behind one, its last entry counts", 1, "10.0.0.1", "6.6.6.6, 9.9.9.9", "9.9.9.9"],
  ["behind two, the last but one", 2, "10.0.0.1", "6.6.6.6, 9.9.9.9, 10.0.0.2", "9.9.9.9"],
  ["a proxy that says nothing leaves its own address", 1, "10.0.0.1", null, "10.0.0.1"],
  ["fewer entries than proxies leave the peer's address", 3, "10.0.0.1", "9.9.9.9", "10.0.0.1"],
  ["a port is left out", 1, "10.0.0.1", "6.6.6.6, 9.9.9.9:51234", "9.9.9.9"],
  ["of IPv6 too, with its brackets", 1, "10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
  ["brackets alone go as well", 1, "10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
  ["an unknown visitor counts as the proxy", 1, "10.0.0.1", "6.6.6.6, unknown", "10.0.0.1"],
  ["text that is no address counts as the proxy too", 1, "10.0.0.1", "<script>", "10.0.0.1"],
  ["without the proxy's own address the result is empty", 1, undefined, "unknown", ""],
  ["IPv4 within IPv6 is IPv4", 0, "::ffff:1.2.3.4", null, "1.2.3.4"],
])("%s", (_, trustedProxies, peer, forwardedFor, address) => {
  expect(clientAddress({ peer, forwardedFor }, trustedProxies)).toBe(address);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["2001:db8:aa:bb:1:2:3:4", "2001:db8:aa::"],
  ["2001:db8::1", "2001:db8:0::"],
  ["::1", "0:0:0::"],
  ["", ""],
])("of %s only %s is kept", (address, kept) => {
  expect(shortened(address)).toBe(kept);
});

test("addresses of one /64 are one visitor, IPv4 addresses each their own", () => {
  expect(oneVisitor("2001:db8:1:2:aaaa::1")).toBe(oneVisitor("2001:db8:1:2:bbbb::9"));
  expect(oneVisitor("2001:db8:1:2::1")).not.toBe(oneVisitor("2001:db8:1:3::1"));
  expect(oneVisitor("203.0.113.77")).toBe("203.0.113.77");
});

test("IPv6 addresses of one /48 are one customer; for IPv4 there is none", () => {
  expect(oneCustomer("2001:db8:1:2::1")).toBe(oneCustomer("2001:db8:1:ffff::1"));
  expect(oneCustomer("2001:db8:1::1")).not.toBe(oneCustomer("2001:db8:2::1"));
  expect(oneCustomer("203.0.113.77")).toBeUndefined();
});
