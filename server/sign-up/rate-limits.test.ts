import { expect, test } from "vitest";
import { emailKey } from "#lead/lead.ts";
import { ana, bia } from "#tests/support/people.ts";
import { createRateLimits } from "./rate-limits.ts";

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

test("an e-mail may sign up ten times at once from one network, then twice a minute; more are held", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const again = () => limits(carrier, signUp("Ana@Example.com"));
  expect(Array.from({ length: 12 }, again)).toEqual([...Array(10).fill(free), held, held]);
  expect(limits(carrier, signUp(bia.email))).toEqual(free);
  now = minuteMs / 2;
  expect([again(), again()]).toEqual([free, held]);
});

test("strangers who use up an e-mail's limit in their networks do not limit its owner", () => {
  const limits = createRateLimits(() => 0);
  for (const network of ["198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::1"])
    for (let n = 0; n < 20; n += 1) limits(network, signUp(ana.email));
  expect(limits(carrier, signUp(ana.email))).toEqual(free);
});

test.each([
  ["many networks", (n: number) => `203.0.113.${n}`],
  ["unknown addresses", () => ""],
])(
  "from %s an e-mail may sign up sixty times at once, then twenty times a minute",
  (_, addressOf) => {
    let now = 0;
    const limits = createRateLimits(() => now);
    const from = (n: number) => limits(addressOf(n), signUp(ana.email));
    expect(Array.from({ length: 61 }, (_, n) => from(n))).toEqual([...Array(60).fill(free), held]);
    now = minuteMs / 20;
    expect([from(100), from(101)]).toEqual([free, held]);
  },
);

test("sign-ups with a filled honeypot count for the address, not for the e-mail", () => {
  const limits = createRateLimits(() => 0);
  const honeypotFilled = { ...signUp(ana.email), flag: "honeypot" } as const;
  const decisions = Array.from({ length: 401 }, () => limits(carrier, honeypotFilled));
  expect(decisions.slice(0, 400)).toEqual(Array(400).fill(free));
  expect(decisions.at(400)).toMatchObject({ kind: "wait" });
  expect(limits("198.51.100.1", signUp(ana.email))).toEqual(free);
});

test("the same sign-up sent again with its idempotency key does not count for its e-mail", () => {
  const limits = createRateLimits(() => 0);
  const keyed = signUp(ana.email, "0123456789abcdef");
  expect(Array.from({ length: 50 }, () => limits(carrier, keyed))).toEqual(Array(50).fill(free));
  expect(limits(carrier, signUp(bia.email, "0123456789abcdef"))).toEqual(free);
  const others = Array.from({ length: 10 }, (_, n) => signUp(ana.email, `another-${n}`));
  expect(
    others.map((other) => limits(carrier, other)).filter(({ kind }) => kind === "held"),
  ).toHaveLength(1);
});

function signUp(email: string, idempotencyKey?: string) {
  return { lead: { ...ana, email: emailKey(email) }, idempotencyKey };
}
