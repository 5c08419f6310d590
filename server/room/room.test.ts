import { expect, test } from "vitest";
import { live } from "#content/room.ts";
import { readEvent, savePhase } from "#server/event/choices.ts";
import { roomLink } from "#tests/support/app/room-site.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { askRoom, chooseRoom, readRoomLink } from "./room.ts";

test("the room holds in any phase until the next choice", async () => {
  const database = await temporaryDatabase("sqlite");
  const present = async () => (await readEvent(database)).roomLink;
  expect(await present()).toBeUndefined();
  await chooseRoom(database, roomLink(1));
  await savePhase(database, { edition: 2026, phase: "live", now: 1 });
  expect(await present()).toBe(roomLink(1));
  await chooseRoom(database, roomLink(2));
  expect(await present()).toBe(roomLink(2));
  await chooseRoom(database, live);
  expect(await present()).toBeUndefined();
});

test.each([
  [" https://um.example/aula?a=b#c ", "https://um.example/aula?a=b#c"],
  ["https://um.example", "https://um.example/"],
  ["", undefined],
  ["um.example/aula", undefined],
  ["http://um.example/aula", undefined],
  ["https://a:b@um.example/", undefined],
  ["https://:b@um.example/", undefined],
  ["https://site.example/aovivo", undefined],
  ["https://site.example./aovivo", undefined],
  ["https://www.site.example/aovivo", undefined],
  ["https://aula.site.example/", "https://aula.site.example/"],
])("the text %j is read as the link of a room: %s", (text, link) => {
  expect(readRoomLink(text, "https://site.example")).toBe(link);
});

test.each([
  [async () => new Response("ok"), undefined],
  [async () => new Response("", { status: 404 }), "respondeu 404"],
  // Where a room sends people on, this server does not go.
  [
    async (_: Parameters<typeof fetch>[0], { redirect }: RequestInit = {}) =>
      new Response(null, { status: redirect === "manual" ? 302 : 500 }),
    undefined,
  ],
  [() => Promise.reject(new Error("no such host")), "não respondeu"],
])("a room that is asked answers or not", async (ask: typeof fetch, reason) => {
  expect(await askRoom(roomLink(1), ask)).toBe(reason);
});
