import { expect, test } from "vitest";
import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import { listGroups, removeGroup, reopenGroup } from "#server/store/groups/groups.ts";
import { groupsNow, locationOf, openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { addTestGroup, linkOf, placesTaken } from "#tests/support/store/groups.ts";

const ana = passQuery();

test("people who find a group full move on alone, and the log tells of each", async () => {
  const { ask, database, logged } = await openGroupSite();
  await addTestGroup(database, 1, 9);
  await addTestGroup(database, 2, 9);
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

test("the log warns once when the last group is nearly full, and once when the last place is given", async () => {
  const { ask, database, logged } = await openGroupSite();
  await addTestGroup(database, 1, 10);
  await addTestGroup(database, 2, 10);
  const alarmed = () => logged().flatMap(({ alarm }) => (alarm === undefined ? [] : [alarm]));
  for (let press = 0; press < 17; press += 1) await ask("/grupo");
  expect(alarmed()).toEqual([]);
  for (let press = 0; press < 2; press += 1) await ask("/grupo");
  expect(alarmed()).toEqual([alarms.groupsNearlyFull.alarm]);
  for (let press = 0; press < 3; press += 1) await ask("/grupo");
  expect(alarmed()).toEqual([alarms.groupsNearlyFull.alarm, alarms.groupsFull.alarm]);
});

test("a visitor who asks for another group than the only one sees that all are full, and the log does not warn", async () => {
  const { ask, database, logged } = await openGroupSite();
  await addTestGroup(database, 1, 10);
  expect(await locationOf(ask("/grupo/outro"))).toBeNull();
  await ask(`/grupo?${ana}`);
  expect(await locationOf(ask(`/grupo/outro?${ana}`))).toBeNull();
  expect(logged().filter(({ alarm }) => alarm !== undefined)).toEqual([]);
});

test("a hundred presses at once are all counted, and the log warns once", async () => {
  const { ask, database, logged } = await openGroupSite();
  await addTestGroup(database, 1, 60);
  await addTestGroup(database, 2, 60);
  await Promise.all(Array.from({ length: 110 }, () => ask("/grupo")));
  expect(await placesTaken(database)).toEqual([60, 50]);
  expect(logged().map(({ alarm }) => alarm)).toEqual([alarms.groupsNearlyFull.alarm]);
});

test("while the store fails, visitors are led to the last known group, and the log says so once", async () => {
  const { ask, database, logged } = await openGroupSite();
  await addTestGroup(database, 1, 1);
  await addTestGroup(database, 2, 9);
  expect(await locationOf(ask(`/grupo?${ana}`))).toBe(linkOf(1));
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(2));
  expect(await locationOf(ask(`/grupo?${ana}`))).toBe(linkOf(1));
  await database.schema.dropTable("group_places").execute();
  for (const path of ["/grupo", `/grupo?${ana}`, `/grupo/outro?${ana}`])
    expect(await locationOf(ask(path))).toBe(linkOf(2));
  expect(logged().map(({ msg }) => msg)).toEqual([logLines.groupNotCounted]);
});

test("while the store fails, visitors are not led to a group that the operator has removed", async () => {
  const { ask, database } = await openGroupSite();
  await addTestGroup(database, 1, 1);
  const id = await addTestGroup(database, 2, 9);
  for (const group of [1, 2]) expect(await locationOf(ask("/grupo"))).toBe(linkOf(group));
  await removeGroup(database, { id });
  await reopenGroup(database, { id: 1, now: groupsNow, stopAt: 9 });
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
  await database.schema.dropTable("group_places").execute();
  expect(await locationOf(ask("/grupo"))).toBe(linkOf(1));
});

test.each([
  "x",
  "",
  "%00",
  "🎓",
  "a".repeat(9_000),
  passQuery("other-key").replace("inscricao=", ""),
])("with %j instead of a pass each press counts for itself", async (pass) => {
  const { ask, database } = await openGroupSite();
  await addTestGroup(database, 1, 9);
  for (const path of ["/grupo", "/grupo"])
    expect(await locationOf(ask(`${path}?inscricao=${pass}`))).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([2]);
});

test("presses beyond the limit of one address lead to the group uncounted", async () => {
  const { ask, database } = await openGroupSite({ trustedProxies: 1, limitClock: () => 0 });
  await addTestGroup(database, 1, 500);
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  for (let press = 0; press < 320; press += 1)
    expect((await ask("/grupo", from("203.0.113.7"))).headers.get("location")).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([300]);
  // A program gets as many passes as it wants by one sign-up.
  const fresh = await ask(`/grupo?${passQuery()}`, from("203.0.113.7"));
  expect(fresh.headers.get("location")).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([300]);
  for (const path of ["/grupo", `/grupo?${ana}`]) await ask(path, from("203.0.113.8"));
  expect(await placesTaken(database)).toEqual([302]);
  await addTestGroup(database, 2, 500);
  for (const path of ["/grupo/outro", `/grupo/outro?${ana}`])
    expect((await ask(path, from("203.0.113.7"))).headers.get("location")).toBe(linkOf(2));
  expect(await placesTaken(database)).toEqual([302, 0]);
});

test("a program that changes its address within one network cannot use up the places", async () => {
  const { ask, database } = await openGroupSite({ trustedProxies: 1, limitClock: () => 0 });
  await addTestGroup(database, 1, 5_000);
  const press = (index: number) =>
    ask("/grupo", { headers: { "x-forwarded-for": `2001:db8:1:${index.toString(16)}::1` } });
  // Not all at once: on a busy machine the last of them would wait too long, and not be counted for that reason.
  for (let from = 0; from < 1_800; from += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => press(from + index)));
  expect(await placesTaken(database)).toEqual([1_500]);
});
