import { expect, test } from "vitest";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createNight } from "#tests/support/watch/night.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { nightStart, startWatch } from "#tests/support/watch/watching.ts";
import { createComparedClocks, dateOf } from "./clocks.ts";

const minute = 60_000;
const [began, over] = ["began relogio-errado", "over relogio-errado"];

test.each([
  { name: "2 s behind", theirs: 12_000, tookMs: 0, isOff: true },
  { name: "1.999 s behind", theirs: 11_999, tookMs: 0, isOff: false },
  { name: "2 s ahead", theirs: 8_000, tookMs: 0, isOff: true },
  { name: "1.999 s ahead", theirs: 8_001, tookMs: 0, isOff: false },
  {
    name: "2 s ahead, unless the answer took a second",
    theirs: 8_000,
    tookMs: 1_000,
    isOff: false,
  },
])("a clock that is $name: wrong is $isOff", ({ theirs, tookMs, isOff }) => {
  const clocks = createComparedClocks({ clock: () => 10_000, steadyClock: () => 5_000 });
  clocks.note("store", { earliest: theirs, latest: theirs }, 5_000 - tookMs);
  expect(clocks.isOff()).toBe(isOff);
});

test("a Date header counts as its whole second", () => {
  const clocks = createComparedClocks({ clock: () => 10_000, steadyClock: () => 0 });
  const note = (seconds: number) => {
    const headers = new Headers({ Date: new Date(seconds * 1_000).toUTCString() });
    const date = dateOf({ headers });
    if (date !== undefined) clocks.note("message", date, 0);
  };
  note(7);
  expect(clocks.isOff()).toBe(true);
  note(8);
  expect(clocks.isOff()).toBe(false);
});

test("a clock that differs from that of Postgres is a trouble until it is set right", async () => {
  const database = await temporaryDatabase("postgres");
  const night = createNight(nightStart);
  const receiver = await startReceiver();
  const storeClock = async () => nightStart - 1_000_000 + night.steadyClock();
  startWatch({ database, night, receiver }, { storeClock });
  await night.pass(minute);
  expect(receiver.told()).toEqual([]);
  night.setClock(-2_500);
  await night.pass(10_000);
  expect(receiver.told()).toEqual([began]);
  night.setClock(2_500);
  await night.pass(10_000);
  expect(receiver.told()).toEqual([began, over]);
});

test("a clock that was set is noticed by the heartbeat, and ends no other trouble", async () => {
  const database = await temporaryDatabase("sqlite");
  const night = createNight(nightStart);
  const [receiver, heartbeats] = [await startReceiver(), await startReceiver()];
  const trueStart = night.clock() - night.steadyClock();
  heartbeats.answer = (response) => {
    response.setHeader("Date", new Date(trueStart + night.steadyClock()).toUTCString());
    response.end();
  };
  const alerts = { url: receiver.url, heartbeatUrl: heartbeats.url };
  const special = { alerts, diskFreeShare: () => Promise.resolve(0.01) };
  startWatch({ database, night }, special);
  startWatch({ database, night }, special);
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual(["began disco-quase-cheio"]);
  night.setClock(60 * minute);
  await night.pass(4 * minute);
  expect(receiver.told()).toEqual(["began disco-quase-cheio", began]);
  night.setClock(-60 * minute);
  await night.pass(4 * minute);
  expect(receiver.told()).toEqual(["began disco-quase-cheio", began, over]);
});
