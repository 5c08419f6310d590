import { expect, test } from "vitest";
import { clientAddress, customerNetwork, networkOf, visitorNetwork } from "./client-address.ts";

test.each([
  ["without a proxy the header is ignored", 0, "1.2.3.4", "9.9.9.9", "1.2.3.4"],
  ["behind one proxy the last entry counts", 1, "10.0.0.1", "6.6.6.6, 9.9.9.9", "9.9.9.9"],
  [
    "behind two proxies the last but one counts",
    2,
    "10.0.0.1",
    "6.6.6.6, 9.9.9.9, 10.0.0.2",
    "9.9.9.9",
  ],
  ["if the proxy sends no header, its own address counts", 1, "10.0.0.1", null, "10.0.0.1"],
  [
    "with fewer entries than proxies the peer's address counts",
    3,
    "10.0.0.1",
    "9.9.9.9",
    "10.0.0.1",
  ],
  ["a port is removed", 1, "10.0.0.1", "6.6.6.6, 9.9.9.9:51234", "9.9.9.9"],
  [
    "a port after an IPv6 address is removed, with the brackets",
    1,
    "10.0.0.1",
    "[2001:db8::1]:443",
    "2001:db8::1",
  ],
  ["brackets without a port are removed", 1, "10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
  [
    "if the proxy writes unknown, its own address counts",
    1,
    "10.0.0.1",
    "6.6.6.6, unknown",
    "10.0.0.1",
  ],
  [
    "if the entry is not an address, the proxy's own address counts",
    1,
    "10.0.0.1",
    "<script>",
    "10.0.0.1",
  ],
  ["without any address the result is empty", 1, undefined, "unknown", ""],
  ["an IPv4 address inside an IPv6 address becomes IPv4", 0, "::ffff:1.2.3.4", null, "1.2.3.4"],
])("%s", (_, trustedProxies, peer, forwardedFor, address) => {
  expect(clientAddress({ peer, forwardedFor }, trustedProxies)).toBe(address);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["2001:db8:aa:bb:1:2:3:4", "2001:db8:aa::"],
  ["2001:db8::1", "2001:db8:0::"],
  ["::1", "0:0:0::"],
  ["", ""],
])("of the address %s only %s is stored", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("all IPv6 addresses of one /64 are one visitor, and each IPv4 address is one", () => {
  expect(visitorNetwork("2001:db8:1:2:aaaa::1")).toBe(visitorNetwork("2001:db8:1:2:bbbb::9"));
  expect(visitorNetwork("2001:db8:1:2::1")).not.toBe(visitorNetwork("2001:db8:1:3::1"));
  expect(visitorNetwork("203.0.113.77")).toBe("203.0.113.77");
});

test("all IPv6 addresses of one /48 are one customer, and an IPv4 address has no customer", () => {
  expect(customerNetwork("2001:db8:1:2::1")).toBe(customerNetwork("2001:db8:1:ffff::1"));
  expect(customerNetwork("2001:db8:1::1")).not.toBe(customerNetwork("2001:db8:2::1"));
  expect(customerNetwork("203.0.113.77")).toBeUndefined();
});
