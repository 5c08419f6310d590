import { expect, test } from "vitest";
import type { Database } from "#server/store/tables.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { createNight } from "#tests/support/watch/night.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";

const minute = 60_000;
const [began, over] = ["began gravacao-parada", "over gravacao-parada"];
const activeCampaign = "activecampaign-nao-aceita";

test.each(engines)(
  "on %s ActiveCampaign down for six minutes is one message within a minute and one at the end, from two servers",
  async (engine) => {
    const { database, fake, signUp, clock, runUntilIdle } = await startDelivering(engine);
    const night = createNight(clock.now);
    const receiver = await startReceiver();
    for (let servers = 0; servers < 2; servers += 1) startWatch({ database, night, receiver });
    const live = async (ms: number) => {
      for (const until = night.clock() + ms; night.clock() < until; ) {
        clock.now = Math.max(clock.now, night.clock());
        await runUntilIdle();
        await night.pass(15_000);
      }
    };
    await live(minute);
    fake.misbehave({ how: "503 with Retry-After" });
    await signUp({ email: "canary@example.com", receivedAt: clock.now });
    await live(minute);
    expect(receiver.told()).toEqual([`began ${activeCampaign}`]);
    await live(5 * minute);
    expect(receiver.told()).toHaveLength(1);
    fake.behave();
    await live(4 * minute);
    expect(fake.contacts).toHaveLength(1);
    expect(receiver.told()).toEqual([`began ${activeCampaign}`, `over ${activeCampaign}`]);
    expect(JSON.stringify(receiver.received)).not.toContain("canary");
  },
);

test.each(engines)(
  "on %s a failing store is told although no table can hold it, and its end once by two servers",
  async (engine) => {
    const { database, night, receiver, watch, lines } = await watching(engine);
    await night.pass(minute);
    await breakStore(database);
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([began]);
    expect(watch.troubles().map(({ name }) => name)).toEqual(["gravacao-parada"]);
    await mendStore(database);
    startWatch({ database, night, receiver, lines });
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual([began, over]);
    expect(watch.troubles()).toEqual([]);
    const named = lines.filter((line) => line.includes("gravacao-parada"));
    expect(named.map((line) => /"alarm(Over)?"/.exec(line)?.[0])).toContain('"alarmOver"');
  },
);

test.each(engines)(
  "on %s a store that fails every few seconds is one trouble with one end",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    for (let round = 0; round < 8; round += 1) {
      await breakStore(database);
      await night.pass(15_000);
      await mendStore(database);
      await night.pass(30_000);
    }
    expect(receiver.told()).toEqual([began]);
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual([began, over]);
  },
);

test("a store that fails while the receiver does too is told when the receiver is back", async () => {
  const { database, night, receiver } = await watching("sqlite");
  receiver.answer = (response) => response.writeHead(500).end();
  await breakStore(database);
  await night.pass(minute);
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
  await night.pass(3 * minute);
  expect(receiver.told()).toEqual([began]);
});

test("a store without a table of troubles is named once in the log, and the server goes on", async () => {
  const { database, night, receiver, watch, lines } = await watching("sqlite");
  await database.schema.alterTable("troubles").renameTo("away").execute();
  await night.pass(3 * minute);
  expect(lines.filter((line) => line.includes("se há alarmes a avisar"))).toHaveLength(1);
  await database.schema.alterTable("away").renameTo("troubles").execute();
  await breakStore(database);
  await night.pass(minute);
  expect(receiver.told()).toEqual([began]);
  await watch.stop();
});

/** From now on each try to write like a sign-up fails. */
async function breakStore(database: Database): Promise<void> {
  await database.schema.alterTable("readiness").renameTo("broken").execute();
}

async function mendStore(database: Database): Promise<void> {
  await database.schema.alterTable("broken").renameTo("readiness").execute();
}
