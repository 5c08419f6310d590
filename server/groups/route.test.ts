import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Count } from "#server/store/counts.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { erasePerson } from "#server/store/erasure.ts";
import { passOf, personOf } from "#server/store/pass.ts";
import { groupsNow, locationOf, openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { ana as lead } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { addTestGroup, linkOf, placesTaken, pressesCounted } from "#tests/support/store/groups.ts";
import { closeGroup, listGroups, removeGroup, reopenGroup } from "./groups.ts";

const ana = passQuery();

test("/grupo leads to the group with room", async () => {
  const { ask, database } = await siteWithGroups(2, 2);
  expect(await locationOf(ask("/grupo?utm_source=email"))).toBe(linkOf(1));
  for (const group of [1, 1, 2])
    expect(await locationOf(ask(`/grupo?${passQuery()}`))).toBe(linkOf(group));
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(2));
  expect(await placesTaken(database)).toEqual([2, 1]);
  expect(await pressesCounted(database)).toEqual([1, 1]);
});

test("however many press without a pass, people with one find a place", async () => {
  const { ask, database } = await siteWithGroups(60, 60, 60, 60);
  for (let press = 0; press < 240; press += 1)
    expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
  for (let person = 0; person < 20; person += 1)
    expect(await locationOf(ask(`/grupo?${passQuery()}`))).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([20, 0, 0, 0]);
  expect(await pressesCounted(database)).toEqual([240, 0, 0, 0]);
});

test("the pass of an erased person leads to the group and takes no place until a new sign-up", async () => {
  const { ask, database } = await siteWithGroups(9, 9);
  await database.updateTable("event").set({ link_key: "link-key" }).execute();
  const query = `inscricao=${passOf("link-key", personOf("link-key", lead.email))}`;
  await ask(`/grupo?${query}`);
  await erasePerson(database, lead.email, groupsNow);
  expect(await locationOf(ask(`/grupo?${query}`))).toBe(linkOf(1));
  expect(await locationOf(ask(`/grupo/outro?${query}`))).toBe(linkOf(2));
  expect(await database.selectFrom("group_places").selectAll().execute()).toEqual([]);
  expect([await placesTaken(database), await pressesCounted(database)]).toEqual([
    [1, 0],
    [0, 0],
  ]);
  await appendSubmission(database, { lead, surface: "popup", receivedAt: groupsNow + 1 });
  await deriveLeads(database, groupsNow + 1);
  expect(await locationOf(ask(`/grupo?${query}`))).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([2, 0]);
});

test("without groups in the store the link of content/links.ts serves", async () => {
  const { ask } = await openGroupSite();
  for (const path of ["/grupo", "/grupo/outro", `/grupo/outro?${ana}`])
    expect(await locationOf(ask(path))).toBe(links.group);
});

test("a look leads to the present group, also from the link to another one", async () => {
  const { ask, database } = await siteWithGroups(2, 2);
  for (const path of ["/grupo", "/grupo/outro", `/grupo?${ana}`, `/grupo/outro?${ana}`])
    expect(await locationOf(ask(path, { method: "HEAD" }))).toBe(linkOf(1));
  expect([await placesTaken(database), await pressesCounted(database)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test.each(["/grupo", "/grupo/outro", `/grupo?${ana}`])(
  "when the operator has closed all groups, %s is a page that says so",
  async (path) => {
    const { ask, database } = await siteWithGroups(2);
    await closeGroup(database, { id: 1, now: groupsNow });
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(await answer.text()).toContain("todos cheios");
  },
);

test("people who find a group full move on alone, and the log tells of each", async () => {
  const { ask, database, logged } = await siteWithGroups(9, 9);
  for (const query of [passQuery(), passQuery(), passQuery()]) {
    await ask(`/grupo?${query}`);
    await ask(`/grupo/outro?${query}`);
  }
  expect((await listGroups(database)).map(({ state }) => state)).toEqual(["open", "open"]);
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
  const said = logged().filter(({ msg }) => msg === logLines.groupSaidFull);
  expect(said.map(({ group }) => group)).toEqual([1, 1, 1]);
  expect(JSON.stringify(logged())).not.toMatch(/inscricao|example\.com/);
});

test("while the store fails the last known group serves; one line says so", async () => {
  const { ask, database, logged } = await siteWithGroups(1, 9);
  expect(await locationOf(ask(`/grupo?${ana}`))).toBe(linkOf(1));
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(2));
  expect(await locationOf(ask(`/grupo?${ana}`))).toBe(linkOf(1));
  await database.schema.dropTable("group_places").execute();
  for (const path of ["/grupo", `/grupo?${ana}`, `/grupo/outro?${ana}`])
    expect(await locationOf(ask(path))).toBe(linkOf(2));
  expect(logged().map(({ msg }) => msg)).toEqual([logLines.groupNotCounted]);
});

test("while the store fails, a group that the operator removed is not used", async () => {
  const { ask, database } = await siteWithGroups(1, 9);
  await ask(`/grupo?${ana}`);
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(2));
  await removeGroup(database, { id: 2 });
  await reopenGroup(database, { id: 1, now: groupsNow, stopAt: 9 });
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
  await database.schema.dropTable("group_places").execute();
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
});

test("a press counts as a step of the visit, but no look, and none for another group", async () => {
  const counted: Count[] = [];
  const countVisits = (counts: readonly Count[]) => void counted.push(...counts);
  const { ask } = await openGroupSite({ countVisits });
  for (const path of ["/grupo", "/grupo/outro"]) await ask(path);
  await ask("/grupo", { method: "HEAD" });
  expect(counted).toMatchObject([{ step: "group-press", source: "other" }]);
});

/** A site with one group for each of these numbers of places. */
async function siteWithGroups(...places: number[]) {
  const site = await openGroupSite();
  for (const [index, stopAt] of places.entries())
    await addTestGroup(site.database, index + 1, stopAt);
  return site;
}
