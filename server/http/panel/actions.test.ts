import { expect, test } from "vitest";
import { door } from "#phrases/panel/door.ts";
import { readEvent } from "#server/event/choices.ts";
import { addGroup, listGroups } from "#server/groups/groups.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import type { Database } from "#server/store/tables.ts";
import {
  everyAction as all,
  changeable,
  deedsOf,
  openPanelSite,
  panelNow,
} from "#tests/support/app/panel-site.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const { pause, resume, phase, groupFull } = panelPaths;
const { questions, failures } = door;

test.each(engines)("on %s the deliveries are paused and resumed from the panel", async (engine) => {
  const { post, signIn, database, logged } = await openPanelSite({ engine });
  const cookie = await signIn();
  const paused = await post(pause, { cookie });
  expect([paused.status, paused.headers.get("location")]).toEqual([303, "/painel"]);
  expect((await readCircuit(database)).pausedAt).toBe(panelNow);
  await post(resume, { cookie });
  expect((await readCircuit(database)).pausedAt).toBeUndefined();
  expect(await deedsOf(database)).toEqual(["resume", "pause"]);
  expect(logged()).toMatch(/"deed":"pause"/);
});

test.each(engines)(
  "on %s the phase is chosen by hand, and given back to the clock",
  async (engine) => {
    const { post, signIn, database } = await openPanelSite({ engine });
    const cookie = await signIn();
    for (const name of ["waiting", "live", "over"] as const) {
      await post(phase(name), { cookie });
      expect((await override(database))?.phase).toEqual({ name, since: panelNow });
    }
    await post(phase("auto"), { cookie });
    expect((await override(database))?.phase).toBeUndefined();
    expect(await deedsOf(database)).toEqual([
      "phase auto",
      "phase over",
      "phase live",
      "phase waiting",
    ]);
  },
);

test("a group is marked as full, and one that does not exist is not", async () => {
  const { post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const link = "https://chat.whatsapp.com/x";
  const group = await addGroup(database, { link, room: 10, stopAt: 9, now: panelNow });
  expect((await post(groupFull(group), { cookie })).status).toBe(303);
  expect(await listGroups(database)).toMatchObject([{ state: "closed" }]);
  const missing = await post(groupFull(99), { cookie });
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain(failures.noGroup);
  expect(await deedsOf(database)).toEqual([`group full ${group}`]);
});

test("each action asks first, and asking changes nothing", async () => {
  const { app, get, signIn, database } = await openPanelSite();
  const cookie = (await signIn()) ?? "";
  const before = await changeable(database);
  for (const path of all) {
    const answer = await get(path, { cookie });
    expect([path, answer.status, answer.headers.get("refresh")]).toEqual([path, 200, null]);
    expect(await answer.text()).toContain(`action="${path}"`);
    await app.request(path, { method: "HEAD", headers: { cookie } });
  }
  expect(await (await get(pause, { cookie })).text()).toContain(questions.pause.question);
  expect(await changeable(database)).toEqual(before);
});

test.each([
  ["on the day of the class", "2026-11-11T22:00:00Z", false],
  ["a month before", "2026-10-11T22:00:00Z", true],
])("%s a phase by hand warns that all visitors will see it: %s", async (_, at, warns) => {
  const { get, signIn, clock } = await openPanelSite();
  clock.now = Date.parse(at);
  const cookie = await signIn();
  const html = await (await get(phase("live"), { cookie })).text();
  expect(html.includes(door.farFromClass)).toBe(warns);
  expect(await (await get(phase("auto"), { cookie })).text()).not.toContain(door.farFromClass);
});

test("a double press does the action once, and a later press does it again", async () => {
  const { post, signIn, database, clock } = await openPanelSite({ engine: "postgres" });
  const cookie = await signIn();
  const presses = [post(pause, { cookie }), post(pause, { cookie }), post(pause, { cookie })];
  for (const answer of await Promise.all(presses)) expect(answer.status).toBe(303);
  expect(await deedsOf(database)).toEqual(["pause"]);
  await post(resume, { cookie });
  await post(pause, { cookie });
  expect(await deedsOf(database)).toEqual(["pause", "resume", "pause"]);
  clock.now += 3_000;
  await post(pause, { cookie });
  expect(await deedsOf(database)).toHaveLength(4);
});

function override(database: Database) {
  return readEvent(database).then(({ override }) => override);
}
