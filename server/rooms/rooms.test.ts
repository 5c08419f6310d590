import { expect, test } from "vitest";
import { addRooms, roomLink } from "#tests/support/app/room-site.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import {
  addRoom,
  askRoom,
  changeRoom,
  chooseRoom,
  hasFewPlaces,
  listRooms,
  nextRoom,
  presentRoom,
  type Room,
  removeRoom,
} from "./rooms.ts";

test.each(engines)("on %s the first room is chosen, and each change counts", async (engine) => {
  const database = await temporaryDatabase(engine);
  await addRooms(database, [undefined, 50]);
  const present = async () => presentRoom(await listRooms(database))?.id;
  expect(await listRooms(database)).toEqual([
    { id: 1, link: roomLink(1), places: null, entered: 0, chosenAt: 1 },
    { id: 2, link: roomLink(2), places: 50, entered: 0, chosenAt: null },
  ]);
  expect(await chooseRoom(database, { id: 2, now: 10 })).toBe(true);
  expect(await present()).toBe(2);
  await changeRoom(database, { id: 2, link: roomLink(9), places: undefined });
  expect((await listRooms(database))[1]).toMatchObject({ link: roomLink(9), places: 50 });
  expect(await removeRoom(database, { id: 2 })).toBe(true);
  expect(await present()).toBe(1);
  expect(await addRoom(database, { link: roomLink(3), places: undefined, now: 20 })).toBe(3);
  expect(await present()).toBe(1);
  expect(await chooseRoom(database, { id: 2, now: 30 })).toBe(false);
  expect(await removeRoom(database, { id: 2 })).toBe(false);
});

/** Rooms with their entries and places, of which this one was chosen last; without a limit there is no second number. */
function roomsOf(chosen: number, ...filled: [entered: number, places?: number][]): Room[] {
  return filled.map(([entered, places = null], index) => {
    const id = index + 1;
    const chosenAt = id === chosen ? 2 : id % 2 || null;
    return { id, link: roomLink(id), places, entered, chosenAt };
  });
}

test.each([
  { rooms: roomsOf(1), present: undefined, next: undefined, isScarce: false },
  { rooms: roomsOf(1, [0]), present: 1, next: undefined, isScarce: false },
  { rooms: roomsOf(2, [0], [0], [0]), present: 2, next: 3, isScarce: false },
  { rooms: roomsOf(3, [0], [0], [0]), present: 3, next: 1, isScarce: false },
  { rooms: roomsOf(1, [9, 10], [0, 10]), present: 1, next: 2, isScarce: false },
  { rooms: roomsOf(1, [10, 10], [7, 10]), present: 2, next: undefined, isScarce: false },
  { rooms: roomsOf(1, [10, 10], [8, 10]), present: 2, next: undefined, isScarce: true },
  { rooms: roomsOf(2, [0, 10], [10, 10], [10, 10]), present: 1, next: undefined, isScarce: false },
  { rooms: roomsOf(2, [11, 10], [10, 10]), present: 2, next: undefined, isScarce: true },
])("of $rooms.length rooms $present is used, then $next", ({ rooms, present, next, isScarce }) => {
  expect(presentRoom(rooms)?.id).toBe(present);
  expect(nextRoom(rooms)?.id).toBe(next);
  expect(hasFewPlaces(rooms)).toBe(isScarce);
});

test.each([
  [async () => new Response("ok"), undefined],
  [async () => new Response("", { status: 404 }), "respondeu 404"],
  [() => Promise.reject(new Error("no such host")), "não respondeu"],
])("a room that is asked answers or not", async (ask: typeof fetch, reason) => {
  expect(await askRoom(roomLink(1), ask)).toBe(reason);
});
