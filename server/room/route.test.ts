import { expect, test } from "vitest";
import { live } from "#content/room.ts";
import { dayMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { erasePerson } from "#server/store/erasure.ts";
import { passOf, personOf } from "#server/store/pass.ts";
import { classNow, entered, openRoomSite, roomLink } from "#tests/support/app/room-site.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { chooseRoom } from "./room.ts";

const pass = passFor("link-key");
const withPass = `/aovivo?inscricao=${pass}`;
const doors = Date.parse("2026-11-11T19:45:00-03:00");

test.each(engines)("on %s entries lead to the room and are counted", async (engine) => {
  const { enter, database } = await openRoomSite({}, engine);
  for (const path of ["/aovivo?utm_source=youtube", withPass, "/aovivo", withPass])
    expect(await enter(path)).toBe(roomLink(1));
  expect(await entered(database)).toBe(3);
  const rows = await database.selectFrom("counts").selectAll().orderBy("source").execute();
  const counted = { minute: classNow, step: "entered", surface: "none" };
  expect(rows).toMatchObject([
    { ...counted, source: "direct", n: 2 },
    { ...counted, source: "youtube", n: 1 },
  ]);
});

test.each(engines)("on %s a hundred entries at once are counted", async (engine) => {
  const { enter, database } = await openRoomSite({}, engine);
  const paths = Array.from({ length: 120 }, (_, index) => (index < 100 ? "/aovivo" : withPass));
  await Promise.all(paths.map((path) => enter(path)));
  expect(await entered(database)).toBe(101);
});

test("a pass counts once, and again at the class of another year", async () => {
  let now = classNow;
  const { enter, database } = await openRoomSite({ clock: () => now });
  for (const path of [withPass, withPass, `/aovivo?inscricao=${passFor("other-key")}`])
    await enter(path);
  const person = personOf("link-key", "ana@example.com");
  expect(await database.selectFrom("entries").selectAll().execute()).toEqual([
    { person, at: classNow, tag_due_at: classNow },
  ]);
  expect(await entered(database)).toBe(2);
  now += 365 * dayMs;
  await enter(withPass);
  await enter(withPass);
  expect(await entered(database)).toBe(3);
  expect(await database.selectFrom("entries").select("at").execute()).toEqual([{ at: now }]);
});

test("the pass of an erased person leads on and stores nothing until a new sign-up", async () => {
  const { enter, database } = await openRoomSite();
  await database.updateTable("event").set({ link_key: "link-key" }).execute();
  await enter(withPass);
  await erasePerson(database, ana.email, classNow);
  for (const path of [withPass, withPass]) expect(await enter(path)).toBe(roomLink(1));
  expect(await database.selectFrom("entries").selectAll().execute()).toEqual([]);
  expect(await entered(database)).toBe(1);
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: classNow + 1 });
  await deriveLeads(database, classNow + 1);
  await enter(withPass);
  expect(await database.selectFrom("entries").select("at").execute()).toEqual([{ at: classNow }]);
});

const own = "https://black.example";

test.each([
  { path: "/aovivo?utm_source=ig", referer: `${own}/?utm_source=email`, source: "instagram" },
  { path: "/aovivo", referer: `${own}/?utm_source=email&utm_content=x`, source: "email" },
  { path: "/aovivo", referer: `${own}/`, source: "direct" },
  { path: "/aovivo", referer: "https://www.youtube.com/", source: "youtube" },
  { path: "/aovivo", referer: "https://a.example/?utm_source=ig", source: "other" },
  { path: withPass, referer: "no address", source: "direct" },
])("an entry at $path from $referer is of $source", async ({ path, referer, source }) => {
  const { enter, database } = await openRoomSite();
  await enter(path, { headers: { referer } });
  const found = await database.selectFrom("counts").select(["source", "n"]).execute();
  expect(found).toEqual([{ source, n: 1 }]);
});

test("before the doors no answer tells the room, and nothing is counted", async () => {
  const { ask, database } = await openRoomSite({ clock: () => doors - 1 });
  for (const path of ["/aovivo", withPass, "/agora", "/", "/aula-black-ahsd.ics", "/healthz"]) {
    const answer = await ask(path);
    const told = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(told).not.toContain(new URL(roomLink(1)).host);
    expect(told).not.toContain(live);
  }
  expect(await entered(database)).toBe(0);
});

test("a new room holds from the next look at the store on", async () => {
  const { enter, database, follow, logged } = await openRoomSite();
  await chooseRoom(database, roomLink(2));
  await follow();
  await follow();
  for (const path of ["/aovivo", withPass]) expect(await enter(path)).toBe(roomLink(2));
  expect(await enter("/aovivo", { method: "HEAD" })).toBe(roomLink(2));
  expect(logged()).toMatchObject([{ msg: logLines.roomChanged }]);
  expect(JSON.stringify(logged())).not.toContain(new URL(roomLink(2)).host);
  await chooseRoom(database, live);
  await follow();
  expect(await enter()).toBe(live);
});

test("while the store fails the last known room serves; one line says so", async () => {
  const { enter, database, follow, logged } = await openRoomSite();
  const rename = (from: string, to: string) =>
    database.schema.alterTable(from).renameTo(to).execute();
  await rename("event", "elsewhere");
  await rename("counts", "away");
  await follow();
  const visit = { headers: { "x-forwarded-for": "203.0.113.7" } };
  for (const path of ["/aovivo", withPass, "/aovivo"])
    expect(await enter(path, visit)).toBe(roomLink(1));
  const told = logged().filter(({ msg }) => msg === logLines.entryNotCounted);
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told)).not.toMatch(/inscricao|203\.0\.113/);
  await rename("away", "counts");
  for (const path of ["/aovivo", withPass]) expect(await enter(path, visit)).toBe(roomLink(1));
  expect(await entered(database)).toBe(2);
});

function passFor(linkKey: string): string {
  return passOf(linkKey, personOf(linkKey, "ana@example.com"));
}
