import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { addGroup, closeGroup } from "#server/store/groups/groups.ts";
import { groupsNow, locationOf, openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { addTestGroup, linkOf, placesTaken } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const ana = passQuery();

test.each(engines)(
  "on %s /grupo leads to the group with room, and no cache keeps this",
  async (engine) => {
    const { ask, database } = await openGroupSite({}, engine);
    await addTestGroup(database, 1, 2);
    await addTestGroup(database, 2, 2);
    const answer = await ask("/grupo?utm_source=email");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(await answer.text()).toBe("");
    const found: (string | null)[] = [];
    for (let press = 0; press < 3; press += 1) found.push(await locationOf(ask("/grupo")));
    expect([answer.headers.get("location"), ...found]).toEqual([1, 1, 2, 2].map(linkOf));
  },
);

test.each(engines)("on %s a person's presses lead to one group and count once", async (engine) => {
  const { ask, database } = await openGroupSite({}, engine);
  await addTestGroup(database, 1, 2);
  await addTestGroup(database, 2, 2);
  const found = await Promise.all([1, 2, 3].map(() => locationOf(ask(`/grupo?${ana}`))));
  expect(found).toEqual([1, 1, 1].map(linkOf));
  expect(await placesTaken(database)).toEqual([1, 0]);
  expect(await locationOf(ask(`/grupo/outro?${ana}`))).toBe(linkOf(2));
  expect(await locationOf(ask(`/grupo?${ana}`))).toBe(linkOf(2));
});

test("without groups in the store the link of content/links.ts serves", async () => {
  const { ask } = await openGroupSite();
  for (const path of ["/grupo", "/grupo/outro", `/grupo/outro?${ana}`])
    expect(await locationOf(ask(path))).toBe(links.group);
});

test.each([
  { method: "HEAD" },
  { headers: { "user-agent": "WhatsApp/2.24.20.89 A" } },
  { headers: { "sec-fetch-dest": "image" } },
  { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } },
])("a look with %j leads to the group and is not counted", async (look) => {
  const { ask, database } = await openGroupSite();
  await addTestGroup(database, 1, 2);
  for (const path of ["/grupo", "/grupo/outro", `/grupo?${ana}`, `/grupo/outro?${ana}`])
    expect((await ask(path, look)).headers.get("location")).toBe(linkOf(1));
  expect(await placesTaken(database)).toEqual([0]);
});

test("a browser that asks ahead of a press gets an error, which it drops, and is not counted", async () => {
  const { ask, database } = await openGroupSite();
  await addTestGroup(database, 1, 2);
  const answer = await ask("/grupo", { headers: { "sec-purpose": "prefetch" } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await placesTaken(database)).toEqual([0]);
});

test.each(["/grupo", "/grupo/outro", `/grupo?${ana}`])(
  "when all groups are full, %s is a page that says so",
  async (path) => {
    const { ask, database } = await openGroupSite();
    const id = await addTestGroup(database, 1, 2);
    await closeGroup(database, { id, now: groupsNow });
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(await answer.text()).toContain("todos cheios");
  },
);

test.each(["POST", "PUT", "DELETE"])("%s to /grupo is refused", async (method) => {
  const { ask } = await openGroupSite();
  expect((await ask("/grupo", { method })).status).toBe(405);
});

test("a group whose link no browser can open is answered with the page", async () => {
  const { ask, database } = await openGroupSite();
  await addGroup(database, {
    link: "https://chat.whatsapp.com:99999/x",
    room: 9,
    stopAt: 9,
    now: groupsNow,
  });
  expect(await (await ask("/grupo")).text()).toContain("todos cheios");
});
