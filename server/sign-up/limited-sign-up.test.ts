import { expect, test } from "vitest";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { ana, bia } from "#tests/support/people.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";

test("after too many sign-ups of one e-mail the answers stay the same, and the sign-ups are held", async () => {
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
])(
  "a wait of %i ms is answered with Retry-After %s, with and without script",
  async (waitMs, retryAfter) => {
    const { app, submissions } = await setUp(() => ({ kind: "wait", waitMs }));
    for (const answer of [await postJson(app, ana), await postForm(app, ana)]) {
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe(retryAfter);
    }
    expect(await (await postJson(app, ana)).json()).toMatchObject({ ok: false, code: "too-many" });
    expect(await submissions()).toEqual([]);
  },
);

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

async function setUp(limits: RateLimits, trustedProxies = 0) {
  const { app, database } = await openApp({ limits, trustedProxies });
  const submissions = () => database.selectFrom("submissions").selectAll().execute();
  return { app, database, submissions };
}
