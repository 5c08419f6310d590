import { expect, test } from "vitest";
import { gatherCounts } from "#server/storage/counts/gather-counts.ts";
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
