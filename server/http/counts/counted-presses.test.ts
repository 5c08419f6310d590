import { expect, test } from "vitest";
import { gatherCounts } from "#server/store/counts/gather-counts.ts";
import { openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";

test.each([0, 1])(
  "with %d groups each press is counted, but no look, and no press for another group",
  async (groups) => {
    const gathered = gatherCounts();
    const { ask, database } = await openGroupSite({ countVisits: gathered.add });
    for (let group = 1; group <= groups; group += 1) await addTestGroup(database, group, 9);
    for (const path of ["/grupo", `/grupo?${passQuery()}`, "/grupo/outro"]) await ask(path);
    await ask("/grupo", { method: "HEAD" });
    await ask("/grupo", { headers: { "user-agent": "WhatsApp/2.24.20.89 A" } });
    await ask("/grupo", { headers: { "sec-purpose": "prefetch" } });
    expect(gathered.take().steps).toMatchObject([
      { step: "group-press", source: "other", surface: "none", count: 2 },
    ]);
  },
);

test("presses of one address are counted up to the limit of the visits", async () => {
  const gathered = gatherCounts();
  const special = { countVisits: gathered.add, trustedProxies: 1, limitClock: () => 0 };
  const { ask } = await openGroupSite(special);
  const link = `/grupo?${passQuery()}`;
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  // Many at once are counted together, which is faster.
  for (let press = 1; press <= 3_100; press += 100)
    await Promise.all(Array.from({ length: 100 }, () => ask(link, from("203.0.113.7"))));
  await ask(link, from("203.0.113.8"));
  expect(gathered.take().steps).toMatchObject([{ step: "group-press", count: 3_001 }]);
});
