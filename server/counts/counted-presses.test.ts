import { expect, test } from "vitest";
import type { Count } from "#server/store/counts.ts";
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
    const press = { step: "group-press", source: "other" };
    expect(counted).toMatchObject([press, press]);
  },
);

function createCounted() {
  const counted: Count[] = [];
  return { counted, countVisits: (counts: readonly Count[]) => void counted.push(...counts) };
}
