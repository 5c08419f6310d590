import { expect, test } from "vitest";
import { openApp } from "#tests/support/app/app.ts";
import { postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";
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

test.each([
  ["without a proxy", "198.51.100.7", "6.6.6.6", 0, "198.51.100.7"],
  ["behind a proxy", "10.0.0.2", `6.6.6.6, ${visitor}`, 1, visitor],
  ["behind one more", "10.0.0.2", `${visitor}, 192.0.2.1`, 2, visitor],
])("%s the limits count the visitor's own address", async (...row) => {
  const [, peer, forwardedFor, trustedProxies, own] = row;
  const limited: string[] = [];
  const { app } = await openApp({
    trustedProxies,
    limits(address) {
      limited.push(address);
      return { kind: "free" };
    },
  });
  const headers = { "x-forwarded-for": forwardedFor };
  await postJson(app, ana, headers, { incoming: { socket: { remoteAddress: peer } } });
  expect(limited).toEqual([own]);
});
