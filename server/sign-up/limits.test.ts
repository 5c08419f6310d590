import { expect, test } from "vitest";
import { emailKey } from "#lead/lead.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { ana, bia } from "#tests/support/people.ts";
import { clientAddress, createRateLimits, networkOf, rememberLatest } from "./limits.ts";

const minuteMs = 60_000;
const carrier = "203.0.113.77";

const free = { kind: "free" } as const;
const held = { kind: "held" } as const;

test("two thousand people a minute at one carrier's address are accepted for long", () => {
  let now = 0;
  const limits = createRateLimits({ clock: () => now });
  const decisions = Array.from({ length: 2_000 * 3 }, (_, person) => {
    now += minuteMs / 2_000;
    return limits(carrier, signUp(`person-${person}@example.com`));
  });
  expect(decisions.filter(({ kind }) => kind !== "free")).toEqual([]);
});

const inCarrier = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
const inHousehold = (n: number) => `2001:db8:1:2::${n.toString(16)}`;

test.each([
  ["one IPv4 address", { free: 400, wait: 4_600 }, () => carrier],
  ["one IPv6 address", { free: 300, held: 100, wait: 4_600 }, () => "2001:db8:1:2::1"],
  ["one /64 of IPv6", { free: 300, held: 100, wait: 4_600 }, inHousehold],
  ["a /64 each, of one /48", { free: 4_000, held: 1_000 }, inCarrier],
  ["a /48 each", { free: 5_000 }, (n: number) => `2001:db8:${n.toString(16)}::1`],
  ["an IPv4 address each", { free: 5_000 }, (n: number) => `203.0.${n >> 8}.${n & 255}`],
  ["unknown addresses", { free: 400, wait: 4_600 }, () => ""],
] as const)("what is decided of 5,000 sign-ups at once from %s", (_, decided, addressOf) => {
  const limits = createRateLimits({ clock: () => 0 });
  expect(countKinds(5_000, (n) => limits(addressOf(n), signUp(`p${n}@b.c`)))).toEqual(decided);
});

test.each([
  [80, 0],
  [1_000, 8_600],
])(
  "of %i sign-ups a second from one address, %i are refused in ten seconds",
  (perSecond, refused) => {
    let now = 0;
    const limits = createRateLimits({ clock: () => now });
    const { wait = 0 } = countKinds(perSecond * 10, (n) => {
      now += 1_000 / perSecond;
      return limits(carrier, signUp(`p${n}@b.c`));
    });
    expect(Math.abs(wait - refused)).toBeLessThanOrEqual(1);
  },
);

test("a flood from some /64 does not use up the limit of the phones of their /48", () => {
  const limits = createRateLimits({ clock: () => 0 });
  for (let n = 0; n < 4_000; n += 1) limits(inCarrier(n % 10), signUp(`flood${n}@b.c`));
  expect(countKinds(50, (n) => limits(inCarrier(1_000 + n), signUp(`p${n}@b.c`)))).toEqual({
    free: 50,
  });
});

test("held are a hundred thousand rows at most, and none on a full disk", () => {
  const disk = { hasRoom: true };
  const limits = createRateLimits({ clock: () => 0, hasRoom: () => disk.hasRoom });
  const flood = (count: number) => countKinds(count, (n) => limits(inCarrier(n), signUp("a@b.c")));
  expect(flood(4_000)).toMatchObject({ free: 10 });
  disk.hasRoom = false;
  expect(flood(10)).toEqual({ wait: 10 });
  disk.hasRoom = true;
  expect(flood(65_000)).toEqual({ held: 65_000 });
  expect(flood(35_001)).toEqual({ held: 35_000, wait: 1 });
});

test("one e-mail in one network: ten at once, then two a minute; more are held", () => {
  let now = 0;
  const limits = createRateLimits({ clock: () => now });
  const again = () => limits(carrier, signUp("Ana@Example.com"));
  expect(Array.from({ length: 12 }, again)).toEqual([...Array(10).fill(free), held, held]);
  expect(limits(carrier, signUp(bia.email))).toEqual(free);
  now = minuteMs / 2;
  expect([again(), again()]).toEqual([free, held]);
});

test("strangers who use up an e-mail's limit do not limit its owner", () => {
  const limits = createRateLimits({ clock: () => 0 });
  for (const network of ["198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::1"])
    for (let n = 0; n < 20; n += 1) limits(network, signUp(ana.email));
  expect(limits(carrier, signUp(ana.email))).toEqual(free);
});

test("one e-mail from many networks: sixty at once, then twenty a minute", () => {
  let now = 0;
  const limits = createRateLimits({ clock: () => now });
  const from = (n: number) => limits(`203.0.113.${n}`, signUp(ana.email));
  expect(Array.from({ length: 61 }, (_, n) => from(n))).toEqual([...Array(60).fill(free), held]);
  now = minuteMs / 20;
  expect([from(100), from(101)]).toEqual([free, held]);
});

test("sign-ups with a filled honeypot count for the address alone", () => {
  const limits = createRateLimits({ clock: () => 0 });
  const honeypotFilled = { ...signUp(ana.email), flag: "honeypot" } as const;
  const decisions = Array.from({ length: 401 }, () => limits(carrier, honeypotFilled));
  expect(decisions.slice(0, 400)).toEqual(Array(400).fill(free));
  expect(decisions.at(400)).toMatchObject({ kind: "wait" });
  expect(limits("198.51.100.1", signUp(ana.email))).toEqual(free);
});

test("a sign-up sent again under its key does not count for its e-mail", () => {
  const limits = createRateLimits({ clock: () => 0 });
  const keyed = signUp(ana.email, "0123456789abcdef");
  expect(Array.from({ length: 50 }, () => limits(carrier, keyed))).toEqual(Array(50).fill(free));
  expect(limits(carrier, signUp(bia.email, "0123456789abcdef"))).toEqual(free);
  const others = Array.from({ length: 10 }, (_, n) => signUp(ana.email, `another-${n}`));
  expect(
    others.map((other) => limits(carrier, other)).filter(({ kind }) => kind === "held"),
  ).toHaveLength(1);
});

test.each([
  [1_000, "1"],
  [1_001, "2"],
])("a wait of %i ms is answered with Retry-After %s", async (waitMs, retryAfter) => {
  const { app, database } = await openApp({ limits: () => ({ kind: "wait", waitMs }) });
  for (const answer of [await postJson(app, ana), await postForm(app, ana)]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
  }
  expect(await (await postJson(app, ana)).json()).toMatchObject({ ok: false, code: "too-many" });
  expect(await database.selectFrom("submissions").selectAll().execute()).toEqual([]);
});

const proxy = "10.0.0.1";

test.each([
  ["no proxy: the header does not count", 0, "1.2.3.4", "9.9.9.9", "1.2.3.4"],
  ["one proxy: the last entry", 1, proxy, "6.6.6.6, 9.9.9.9", "9.9.9.9"],
  ["two proxies: the last but one", 2, proxy, "6.6.6.6, 9.9.9.9, 10.0.0.2", "9.9.9.9"],
  ["no header: the proxy's own", 1, proxy, "", proxy],
  ["fewer entries than proxies: the peer's", 3, proxy, "9.9.9.9", proxy],
  ["with a port", 1, proxy, "6.6.6.6, 9.9.9.9:51234", "9.9.9.9"],
  ["IPv6 with a port", 1, proxy, "[2001:db8::1]:443", "2001:db8::1"],
  ["IPv6 in brackets", 1, proxy, "[2001:db8::1]", "2001:db8::1"],
  ["an unknown visitor: the proxy's own", 1, proxy, "6.6.6.6, unknown", proxy],
  ["no address: the proxy's own", 1, proxy, "<script>", proxy],
  ["nothing at all", 1, "", "unknown", ""],
  ["IPv4 inside IPv6", 0, "::ffff:1.2.3.4", "", "1.2.3.4"],
])("the address of a visitor, %s", (_, trustedProxies, peer, forwardedFor, address) => {
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

test("the latest keys are remembered, and never more than the maximum", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) latest.set(String(key), key);
  const remembered = Array.from({ length: 1_000 }, (_, key) => latest.get(String(key))).filter(
    (value) => value !== undefined,
  );
  expect(remembered.slice(-5)).toEqual([995, 996, 997, 998, 999]);
  expect(remembered.length).toBeLessThanOrEqual(10);
});

function countKinds(count: number, decide: (n: number) => { kind: "free" | "held" | "wait" }) {
  const counts: { free?: number; held?: number; wait?: number } = {};
  for (let n = 0; n < count; n += 1) {
    const { kind } = decide(n);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function signUp(email: string, idempotencyKey?: string) {
  return { lead: { ...ana, email: emailKey(email) }, idempotencyKey };
}
