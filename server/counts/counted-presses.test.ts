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

function createCounted() {
  const counted: Counts[] = [];
  return { counted, countVisits: (counts: Counts) => void counted.push(counts) };
}
