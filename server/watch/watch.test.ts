import { expect, test } from "vitest";
import { engines } from "#tests/support/store/temporary-database.ts";
import { parkLead, unparkLeads } from "#tests/support/watch/troubles.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";

const start = 1_000;
const minute = 60_000;
const [began, over] = ["began lead-recusado", "over lead-recusado"];

test.each(engines)(
  "on %s a trouble is told once when it begins and once when it is over, and shown in between",
  async (engine) => {
    const { database, night, receiver, watch } = await watching(engine);
    await night.pass(minute);
    expect(receiver.told()).toEqual([]);
    await parkLead(database, start);
    await night.pass(15_000);
    expect(receiver.told()).toEqual([began]);
    await night.pass(4 * minute);
    expect(receiver.told()).toEqual([began]);
    expect(watch.troubles().map(({ name }) => name)).toEqual(["lead-recusado"]);
    await unparkLeads(database);
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([began, over]);
    expect(watch.troubles()).toEqual([]);
    await night.pass(4 * minute);
    expect(receiver.told()).toHaveLength(2);
  },
);

test.each(engines)(
  "on %s two servers and a restart in the middle send each message once",
  async (engine) => {
    const { database, night, receiver, watch, lines } = await watching(engine);
    const other = startWatch({ database, night, receiver, lines });
    await parkLead(database, start);
    await night.pass(2 * minute);
    await Promise.all([watch.stop(), other.stop()]);
    startWatch({ database, night, receiver, lines });
    startWatch({ database, night, receiver, lines });
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual([began]);
    await unparkLeads(database);
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual([began, over]);
  },
);

test.each(engines)("on %s a trouble that comes and goes is told once", async (engine) => {
  const { database, night, receiver } = await watching(engine);
  for (let round = 0; round < 10; round += 1) {
    await parkLead(database, start);
    await night.pass(15_000);
    await unparkLeads(database);
    await night.pass(30_000);
  }
  expect(receiver.told()).toEqual([began]);
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual([began, over]);
  await parkLead(database, start);
  await night.pass(minute);
  expect(receiver.told()).toEqual([began, over, began]);
});

test.each(engines)(
  "on %s a trouble that is back before its end was told goes on without a message",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    await parkLead(database, start);
    await night.pass(minute);
    receiver.answer = (response) => response.writeHead(500).end();
    await unparkLeads(database);
    await night.pass(2 * minute);
    await parkLead(database, start);
    await night.pass(minute);
    receiver.received.length = 0;
    receiver.answer = (response) => response.end();
    await night.pass(4 * minute);
    expect(receiver.told()).toEqual([]);
    await unparkLeads(database);
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual([over]);
  },
);

test("an answer without an end is not read to its end", async () => {
  const { database, night, receiver } = await watching("sqlite");
  const closed = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      response.once("close", resolve);
      const write = () => void (response.destroyed || response.write("x".repeat(1_000), write));
      write();
    };
  });
  await parkLead(database, start);
  await night.pass(minute);
  expect(receiver.told()).toEqual([began]);
  await closed;
});
