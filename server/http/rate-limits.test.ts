import { expect, onTestFinished, test } from "vitest";
import { emailKey } from "#lead/lead.ts";
import { appOver } from "#tests/support/app.ts";
import { ana, postForm, postJson } from "#tests/support/posting.ts";
import { openTemporaryDatabase } from "#tests/support/temporary-database.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";

const minuteMs = 60_000;
const carrier = "203.0.113.77";

test("two hundred people a minute behind one address pass, for an hour", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const waits = Array.from({ length: 200 * 60 }, (_, person) => {
    now += minuteMs / 200;
    return limits(carrier, signUp(`person-${person}@example.com`));
  });
  expect(waits.filter((wait) => wait > 0)).toEqual([]);
});

test("even when all two hundred come in the same moment", () => {
  const limits = createRateLimits(() => 0);
  const waits = Array.from({ length: 200 }, (_, person) =>
    limits(carrier, signUp(`p${person}@b.c`)),
  );
  expect(waits.filter((wait) => wait > 0)).toEqual([]);
});

test.each([
  ["one IPv4 address", 400, () => carrier],
  ["one IPv6 address", 400, () => "2001:db8:1:2::1"],
  ["one /64 of IPv6", 400, (n: number) => `2001:db8:1:2::${n.toString(16)}`],
  ["a /64 each", 1_000, (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ["an IPv4 address each", 1_000, (n: number) => `203.0.${n >> 8}.${n & 255}`],
  ["nobody knows where", 1_000, () => ""],
] as const)("of a thousand sign-ups at once from %s, %i pass", (_, passing, addressOf) => {
  const limits = createRateLimits(() => 0);
  const waits = Array.from({ length: 1_000 }, (_, n) => limits(addressOf(n), signUp(`p${n}@b.c`)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(passing);
});

test("one e-mail address may sign up ten times at once, from wherever, then twice a minute", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const again = () => limits(`203.0.113.${now % 200}`, signUp("Ana@Example.com"));
  expect(Array.from({ length: 11 }, again)).toEqual([...Array(10).fill(0), minuteMs / 2]);
  expect(limits(carrier, signUp("ana@example.com"))).toBe(minuteMs / 2);
  expect(limits(carrier, signUp("bia@example.com"))).toBe(0);
  now = minuteMs / 2;
  expect([again(), again()]).toEqual([0, minuteMs / 2]);
});

test("the same sign-up sent again under its key costs its e-mail address nothing", () => {
  const limits = createRateLimits(() => 0);
  const keyed = signUp("ana@example.com", "0123456789abcdef");
  expect(Array.from({ length: 50 }, () => limits(carrier, keyed))).toEqual(Array(50).fill(0));
  expect(limits(carrier, signUp("bia@example.com", "0123456789abcdef"))).toBe(0);
  const others = Array.from({ length: 10 }, (_, n) => signUp("ana@example.com", `another-${n}`));
  expect(others.map((other) => limits(carrier, other)).filter((wait) => wait > 0)).toHaveLength(1);
});

test.each([
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [29_999, "30"],
])("who has to wait %i ms is told %s s, script or form", async (waitMs, retryAfter) => {
  const { app, submissions } = await setUp(() => waitMs);
  for (const answer of [await postJson(app, ana), await postForm(app, ana)]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
  }
  expect(await (await postJson(app, ana)).json()).toMatchObject({ ok: false, code: "too-many" });
  expect(await submissions()).toEqual([]);
});

test.each([
  ["written by the visitor, further left", 1, (n: number) => `10.0.${n >> 8}.${n & 255}, 9.9.9.9`],
  ["behind two proxies", 2, (n: number) => `10.0.0.${n}, 9.9.9.9, 172.16.0.1`],
])("an address %s counts for nothing", async (_, trustedProxies, forwardedFor) => {
  const addresses = new Set<string>();
  const limits: RateLimits = (address) => addresses.add(address).size - 1;
  const { app, submissions } = await setUp(limits, trustedProxies);
  for (const n of [1, 2, 3]) await postJson(app, ana, { "x-forwarded-for": forwardedFor(n) });
  expect([...addresses]).toEqual(["9.9.9.9"]);
  expect(await submissions()).toMatchObject(Array(3).fill({ ip: "9.9.9.0" }));
});

function signUp(email: string, idempotencyKey?: string) {
  return { lead: { ...ana, email: emailKey(email) }, idempotencyKey };
}

async function setUp(limits: RateLimits, trustedProxies = 0) {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const submissions = () => database.selectFrom("submissions").selectAll().execute();
  return { app: appOver(database, { limits, trustedProxies }), submissions };
}
