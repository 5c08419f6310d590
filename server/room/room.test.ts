import { expect, test } from "vitest";
import { roomLink } from "#tests/support/app/room-site.ts";
import { askRoom, readRoomLink } from "./room.ts";

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
  // This server does not follow a redirect of a room.
  [
    async (_: Parameters<typeof fetch>[0], { redirect }: RequestInit = {}) =>
      new Response(null, { status: redirect === "manual" ? 302 : 500 }),
    undefined,
  ],
  [() => Promise.reject(new Error("no such host")), "não respondeu"],
])("a room that is asked answers or not", async (ask: typeof fetch, reason) => {
  expect(await askRoom(roomLink(1), ask)).toBe(reason);
});
