import { expect, test } from "vitest";
import type { Counts } from "#server/store/counts.ts";
import { openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";

test.each([0, 1])(
  "with %d groups each press is counted, but no look, and no press for another group",
  async (groups) => {
    const { counted, countVisits } = createCounted();
    const { ask, database } = await openGroupSite({ countVisits });
    for (let group = 1; group <= groups; group += 1) await addTestGroup(database, group, 9);
    for (const path of ["/grupo", `/grupo?${passQuery()}`, "/grupo/outro"]) await ask(path);
    await ask("/grupo", { method: "HEAD" });
    await ask("/grupo", { headers: { "user-agent": "WhatsApp/2.24.20.89 A" } });
    await ask("/grupo", { headers: { "sec-purpose": "prefetch" } });
    const press = { step: "group-press", source: "other", surface: "none", count: 1 };
    const both = { steps: [press], minutes: [{ group_presses: 1 }] };
    expect(counted).toMatchObject([both, both]);
  },
);

test("presses of one address are counted up to the limit of the visits", async () => {
  const { counted, countVisits } = createCounted();
  const special = { countVisits, trustedProxies: 1, limitClock: () => 0 };
  const { ask } = await openGroupSite(special);
  const link = `/grupo?${passQuery()}`;
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  // Many at once are counted together, which is faster.
  for (let press = 1; press <= 3_100; press += 100)
    await Promise.all(Array.from({ length: 100 }, () => ask(link, from("203.0.113.7"))));
  await ask(link, from("203.0.113.8"));
  expect(counted).toHaveLength(3_001);
});

function createCounted() {
  const counted: Counts[] = [];
  return { counted, countVisits: (counts: Counts) => void counted.push(counts) };
}
