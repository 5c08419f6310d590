import { expect, onTestFinished, test } from "vitest";
import { emailKey } from "#lead/lead.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { countHeld } from "#server/storage/submissions/held-submissions.ts";
import { appOver } from "#tests/support/app/app.ts";
import { ana, postForm, postJson } from "#tests/support/app/posting.ts";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createRateLimits, type LimitDecision, type RateLimits } from "./rate-limits.ts";

const minuteMs = 60_000;
const carrier = "203.0.113.77";

const free = { kind: "free" } as const;
const held = { kind: "held" } as const;

test("two hundred people a minute behind one address pass, for an hour", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const verdicts = Array.from({ length: 200 * 60 }, (_, person) => {
    now += minuteMs / 200;
    return limits(carrier, signUp(`person-${person}@example.com`));
  });
  expect(verdicts.filter(({ kind }) => kind !== "free")).toEqual([]);
});

test("even when all two hundred come in the same moment", () => {
  const limits = createRateLimits(() => 0);
  const verdicts = Array.from({ length: 200 }, (_, person) =>
    limits(carrier, signUp(`p${person}@b.c`)),
  );
  expect(verdicts.filter(({ kind }) => kind !== "free")).toEqual([]);
});

test.each([
  ["one IPv4 address", 400, () => carrier],
  ["one IPv6 address", 400, () => "2001:db8:1:2::1"],
  ["one /64 of IPv6", 400, (n: number) => `2001:db8:1:2::${n.toString(16)}`],
  ["a /64 each, of one /48", 2_000, (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ["a /48 each", 3_000, (n: number) => `2001:db8:${n.toString(16)}::1`],
  ["an IPv4 address each", 3_000, (n: number) => `203.0.${n >> 8}.${n & 255}`],
  ["an unknown address each", 3_000, () => ""],
] as const)("of 3,000 sign-ups at once from %s, %i are accepted", (_, passing, addressOf) => {
  const limits = createRateLimits(() => 0);
  const all = Array.from({ length: 3_000 }, (_, n) => limits(addressOf(n), signUp(`p${n}@b.c`)));
  expect(all.filter(({ kind }) => kind === "free")).toHaveLength(passing);
  expect(all.filter(({ kind }) => kind === "held")).toEqual([]);
});

test("an e-mail may sign up ten times at once from one network, then twice a minute; more is held back", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const again = () => limits(carrier, signUp("Ana@Example.com"));
  expect(Array.from({ length: 12 }, again)).toEqual([...Array(10).fill(free), held, held]);
  expect(limits(carrier, signUp("bia@example.com"))).toEqual(free);
  now = minuteMs / 2;
  expect([again(), again()]).toEqual([free, held]);
});

test("strangers who use up an e-mail's limit in their networks do not limit its owner", () => {
  const limits = createRateLimits(() => 0);
  for (const network of ["198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::1"])
    for (let n = 0; n < 20; n += 1) limits(network, signUp("ana@example.com"));
  expect(limits(carrier, signUp("ana@example.com"))).toEqual(free);
});

test("from many networks an e-mail may sign up sixty times at once, then twenty times a minute", () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const from = (n: number) => limits(`203.0.113.${n}`, signUp("ana@example.com"));
  expect(Array.from({ length: 61 }, (_, n) => from(n))).toEqual([...Array(60).fill(free), held]);
  now = minuteMs / 20;
  expect([from(100), from(101)]).toEqual([free, held]);
});

test("sign-ups of the trap count for the address, not for the e-mail", () => {
  const limits = createRateLimits(() => 0);
  const trapped = { ...signUp("ana@example.com"), flag: "honeypot" } as const;
  const verdicts = Array.from({ length: 401 }, () => limits(carrier, trapped));
  expect(verdicts.slice(0, 400)).toEqual(Array(400).fill(free));
  expect(verdicts.at(400)).toMatchObject({ kind: "wait" });
  expect(limits("198.51.100.1", signUp("ana@example.com"))).toEqual(free);
});

test("the same sign-up sent again under its key costs its e-mail address nothing", () => {
  const limits = createRateLimits(() => 0);
  const keyed = signUp("ana@example.com", "0123456789abcdef");
  expect(Array.from({ length: 50 }, () => limits(carrier, keyed))).toEqual(Array(50).fill(free));
  expect(limits(carrier, signUp("bia@example.com", "0123456789abcdef"))).toEqual(free);
  const others = Array.from({ length: 10 }, (_, n) => signUp("ana@example.com", `another-${n}`));
  expect(others.map((other) => limits(carrier, other)).filter(isHeld)).toHaveLength(1);
});

test("no answer tells how often an e-mail has signed up: too many sign-ups are stored, flagged and held back", async () => {
  const { app, database, submissions } = await setUp(createRateLimits(() => 0));
  const known = await Promise.all(Array.from({ length: 100 }, () => postJson(app, ana)));
  const unknown = await postJson(app, { ...ana, email: "bia@example.com" });
  const told = async (answer: Response) => [answer.status, await answer.text()];
  const expected = await told(unknown);
  for (const answer of known) expect(await told(answer)).toEqual(expected);
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
])("who has to wait %i ms is told %s s, script or form", async (waitMs, retryAfter) => {
  const { app, submissions } = await setUp(() => ({ kind: "wait", waitMs }));
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
  const limits: RateLimits = (address) => {
    addresses.add(address);
    return { kind: "free" };
  };
  const { app, submissions } = await setUp(limits, trustedProxies);
  for (const n of [1, 2, 3]) await postJson(app, ana, { "x-forwarded-for": forwardedFor(n) });
  expect([...addresses]).toEqual(["9.9.9.9"]);
  expect(await submissions()).toMatchObject(Array(3).fill({ ip: "9.9.9.0" }));
});

function signUp(email: string, idempotencyKey?: string) {
  return { lead: { ...ana, email: emailKey(email) }, idempotencyKey };
}

function isHeld({ kind }: LimitDecision): boolean {
  return kind === "held";
}

async function setUp(limits: RateLimits, trustedProxies = 0) {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const submissions = () => database.selectFrom("submissions").selectAll().execute();
  return { app: appOver(database, { limits, trustedProxies }), database, submissions };
}
