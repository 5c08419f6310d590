import { expect, test } from "vitest";
import { emailKey } from "#lead/lead.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { ana, bia } from "#tests/support/people.ts";
import {
  clientAddress,
  createRateLimits,
  createTokenBuckets,
  customerNetwork,
  networkOf,
  type RateLimits,
  rememberLatest,
  visitorNetwork,
} from "./limits.ts";

const minuteMs = 60_000;
const carrier = "203.0.113.77";

const free = { kind: "free" } as const;
const held = { kind: "held" } as const;

test("two hundred people a minute at one address are accepted for an hour", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const decisions = Array.from({ length: 200 * 60 }, (_, person) => {
    now += minuteMs / 200;
    return limits(carrier, signUp(`person-${person}@example.com`));
  });
  expect(decisions.filter(({ kind }) => kind !== "free")).toEqual([]);
});

test("two hundred people at one address are accepted in the same moment", () => {
  const limits = createRateLimits(() => 0);
  const decisions = Array.from({ length: 200 }, (_, person) =>
    limits(carrier, signUp(`p${person}@b.c`)),
  );
  expect(decisions.filter(({ kind }) => kind !== "free")).toEqual([]);
});

test.each([
  ["one IPv4 address", 400, () => carrier],
  ["one IPv6 address", 400, () => "2001:db8:1:2::1"],
  ["one /64 of IPv6", 400, (n: number) => `2001:db8:1:2::${n.toString(16)}`],
  ["a /64 each, of one /48", 2_000, (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ["a /48 each", 3_000, (n: number) => `2001:db8:${n.toString(16)}::1`],
  ["an IPv4 address each", 3_000, (n: number) => `203.0.${n >> 8}.${n & 255}`],
  ["unknown addresses", 3_000, () => ""],
] as const)("of 3,000 sign-ups at once from %s, %i are accepted", (_, passing, addressOf) => {
  const limits = createRateLimits(() => 0);
  const all = Array.from({ length: 3_000 }, (_, n) => limits(addressOf(n), signUp(`p${n}@b.c`)));
  expect(all.filter(({ kind }) => kind === "free")).toHaveLength(passing);
  expect(all.filter(({ kind }) => kind === "held")).toEqual([]);
});

test("one e-mail in one network: ten at once, then two a minute; more are held", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const again = () => limits(carrier, signUp("Ana@Example.com"));
  expect(Array.from({ length: 12 }, again)).toEqual([...Array(10).fill(free), held, held]);
  expect(limits(carrier, signUp(bia.email))).toEqual(free);
  now = minuteMs / 2;
  expect([again(), again()]).toEqual([free, held]);
});

test("strangers who use up an e-mail's limit do not limit its owner", () => {
  const limits = createRateLimits(() => 0);
  for (const network of ["198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::1"])
    for (let n = 0; n < 20; n += 1) limits(network, signUp(ana.email));
  expect(limits(carrier, signUp(ana.email))).toEqual(free);
});

test.each([
  ["many networks", (n: number) => `203.0.113.${n}`],
  ["unknown addresses", () => ""],
])("one e-mail from %s: sixty at once, then twenty a minute", (_, addressOf) => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const from = (n: number) => limits(addressOf(n), signUp(ana.email));
  expect(Array.from({ length: 61 }, (_, n) => from(n))).toEqual([...Array(60).fill(free), held]);
  now = minuteMs / 20;
  expect([from(100), from(101)]).toEqual([free, held]);
});

test("sign-ups with a filled honeypot count for the address alone", () => {
  const limits = createRateLimits(() => 0);
  const honeypotFilled = { ...signUp(ana.email), flag: "honeypot" } as const;
  const decisions = Array.from({ length: 401 }, () => limits(carrier, honeypotFilled));
  expect(decisions.slice(0, 400)).toEqual(Array(400).fill(free));
  expect(decisions.at(400)).toMatchObject({ kind: "wait" });
  expect(limits("198.51.100.1", signUp(ana.email))).toEqual(free);
});

test("a sign-up sent again under its key does not count for its e-mail", () => {
  const limits = createRateLimits(() => 0);
  const keyed = signUp(ana.email, "0123456789abcdef");
  expect(Array.from({ length: 50 }, () => limits(carrier, keyed))).toEqual(Array(50).fill(free));
  expect(limits(carrier, signUp(bia.email, "0123456789abcdef"))).toEqual(free);
  const others = Array.from({ length: 10 }, (_, n) => signUp(ana.email, `another-${n}`));
  expect(
    others.map((other) => limits(carrier, other)).filter(({ kind }) => kind === "held"),
  ).toHaveLength(1);
});

test("too many sign-ups of one e-mail are answered alike, and held", async () => {
  const { app, database, submissions } = await setUp(
    createRateLimits(() => 0),
    1,
  );
  const from = { "x-forwarded-for": "203.0.113.77" };
  const known = await Promise.all(Array.from({ length: 100 }, () => postJson(app, ana, from)));
  const unknown = await postJson(app, bia);
  const readAnswer = async (answer: Response) => [answer.status, await answer.text()];
  const expected = await readAnswer(unknown);
  for (const answer of known) expect(await readAnswer(answer)).toEqual(expected);
  const flags = (await submissions()).map(({ flag }) => flag);
  expect(flags.filter((flag) => flag === "flood")).toHaveLength(90);
  expect(flags.filter((flag) => flag === null)).toHaveLength(11);
  expect(await countHeld(database)).toBe(90);
  expect(await deriveLeads(database, 2_000)).toBe(11);
});

test.each([
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [29_999, "30"],
])("a wait of %i ms is answered with Retry-After %s", async (waitMs, retryAfter) => {
  const { app, submissions } = await setUp(() => ({ kind: "wait", waitMs }));
  for (const answer of [await postJson(app, ana), await postForm(app, ana)]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
  }
  expect(await (await postJson(app, ana)).json()).toMatchObject({ ok: false, code: "too-many" });
  expect(await submissions()).toEqual([]);
});

test.each([
  ["that the visitor wrote, further left,", 1, (n: number) => `10.0.${n >> 8}.${n & 255}, 9.9.9.9`],
  ["before two proxies", 2, (n: number) => `10.0.0.${n}, 9.9.9.9, 172.16.0.1`],
])("an address %s does not count", async (_, trustedProxies, forwardedFor) => {
  const addresses = new Set<string>();
  const limits: RateLimits = (address) => {
    addresses.add(address);
    return { kind: "free" };
  };
  const { app, submissions } = await setUp(limits, trustedProxies);
  for (const n of [1, 2, 3]) await postJson(app, ana, { "x-forwarded-for": forwardedFor(n) });
  expect([...addresses]).toEqual(["9.9.9.9"]);
  expect(await submissions()).toMatchObject(Array(3).fill({ ip: "9.9.9.0" }));
});

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
  ["if the proxy sends no header, its own address counts", 1, "10.0.0.1", "", "10.0.0.1"],
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
  ["without any address the result is empty", 1, "", "unknown", ""],
  ["an IPv4 address inside an IPv6 address becomes IPv4", 0, "::ffff:1.2.3.4", "", "1.2.3.4"],
])("%s", (_, trustedProxies, peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor, trustedProxies)).toBe(address);
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

test("a bucket gives its burst at once, and after that one token in each interval", () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 3, perMinute: 60 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets("a"))).toEqual([0, 0, 0, 1_000]);
  now = 500;
  expect(buckets("a")).toBe(500);
  now = 1_000;
  expect(buckets("a")).toBe(0);
});

test("the latest keys are remembered, and never more than the maximum", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) latest.set(String(key), key);
  const remembered = Array.from({ length: 1_000 }, (_, key) => latest.get(String(key))).filter(
    (value) => value !== undefined,
  );
  expect(remembered.slice(-5)).toEqual([995, 996, 997, 998, 999]);
  expect(remembered.length).toBeLessThanOrEqual(10);
});

test("a key that is set again and again stays, however many others are set", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) {
    latest.set(String(key), key);
    latest.set("regular", key);
    expect(latest.get("regular")).toBe(key);
  }
});

function signUp(email: string, idempotencyKey?: string) {
  return { lead: { ...ana, email: emailKey(email) }, idempotencyKey };
}

async function setUp(limits: RateLimits, trustedProxies = 0) {
  const { app, database } = await openApp({ limits, trustedProxies });
  const submissions = () => database.selectFrom("submissions").selectAll().execute();
  return { app, database, submissions };
}
