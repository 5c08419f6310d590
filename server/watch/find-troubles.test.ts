import { expect, test } from "vitest";
import { troubles } from "#phrases/troubles.ts";
import { addGroup, reopenGroup } from "#server/groups/groups.ts";
import { sayFull, takePlace } from "#server/groups/places.ts";
import { pauseDeliveries, resetCircuit, tripCircuit } from "#server/store/courier/circuit.ts";
import type { Database } from "#server/store/tables.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { nightStart, watching } from "#tests/support/watch/watching.ts";

const minute = 60_000;
/** An hour after the class has begun; see `eventPlan`. */
const live = Date.parse("2026-11-12T00:00:00Z");

test.each(engines)(
  "on %s a class with views and without a sign-up for ten minutes is a trouble until a sign-up comes",
  async (engine) => {
    const { database, night, receiver, lines } = await watching(engine);
    await countMinute(database, live - 11 * minute, { views: 100, sign_ups: 1 });
    await countMinute(database, live - 5 * minute, { views: 19, sign_ups: 0 });
    night.setClock(live - night.clock());
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([]);
    await countMinute(database, live, { views: 1, sign_ups: 0 });
    await night.pass(15_000);
    expect(receiver.told()).toEqual(["began sem-inscricoes"]);
    await countMinute(database, live + 2 * minute, { views: 1, sign_ups: 1 });
    await night.pass(3 * minute);
    expect(receiver.told()).toEqual(["began sem-inscricoes", "over sem-inscricoes"]);
    const log = lines.join("");
    expect(log).toContain('"alarm":"sem-inscricoes"');
    expect(log).toContain('"alarmOver":"sem-inscricoes"');
  },
);

test("views without a sign-up are no trouble outside of the class", async () => {
  const { database, night, receiver } = await watching("sqlite");
  for (const time of [night.clock(), live + 3 * 60 * minute]) {
    night.setClock(time - night.clock());
    await countMinute(database, Math.floor(time / minute) * minute, { views: 500, sign_ups: 0 });
    await night.pass(2 * minute);
  }
  expect(receiver.told()).toEqual([]);
});

test("views without a sign-up are a trouble also while the class is late", async () => {
  const phase = { name: "waiting", since: nightStart } as const;
  const late = { edition: 2026, phase, movedTo: undefined, sequence: 1, changedAt: nightStart };
  const { database, night, receiver } = await watching("sqlite", { override: () => late });
  await countMinute(database, nightStart, { views: 500, sign_ups: 0 });
  await night.pass(minute);
  expect(receiver.told()).toEqual(["began sem-inscricoes"]);
});

test.each(engines)(
  "on %s a lead that waits for five minutes is a trouble, also while deliveries are paused",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    await pauseDeliveries(database, night.clock());
    await night.pass(1);
    await signUp(database, night.clock());
    await night.pass(5 * minute - 15_000);
    expect(receiver.told()).toEqual([]);
    await night.pass(30_000);
    expect(receiver.told()).toEqual(["began entrega-atrasada"]);
  },
);

test("without the settings of ActiveCampaign leads wait on purpose", async () => {
  const { database, night, receiver } = await watching("sqlite", { delivers: false });
  await signUp(database, night.clock());
  await night.pass(7 * minute);
  expect(receiver.told()).toEqual([]);
});

test.each(engines)(
  "on %s an outage of ActiveCampaign with late leads is one trouble until no lead is late",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    const now = night.clock();
    await tripCircuit(database, { now, reason: "status 503", probeAt: now });
    await signUp(database, now);
    await night.pass(6 * minute);
    await resetCircuit(database);
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual(["began activecampaign-nao-aceita"]);
    await database.updateTable("submissions").set({ derived_at: now }).execute();
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([
      "began activecampaign-nao-aceita",
      "over activecampaign-nao-aceita",
    ]);
  },
);

test.each(engines)(
  "on %s the last group is a trouble from 80 % on, and when full",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    const group = { link: "https://chat.example.com/a", room: 12, stopAt: 10, now: 1_000 };
    const id = await addGroup(database, group);
    for (let place = 1; place <= 10; place += 1) {
      await database
        .insertInto("group_places")
        .values({ group_id: id, number: place, person: null, full_at: null })
        .execute();
      if (place === 7) {
        await night.pass(minute);
        expect(receiver.told()).toEqual([]);
      }
      if (place === 8) await night.pass(minute);
    }
    await night.pass(minute);
    const names = ["began grupos-quase-cheios", "began grupos-cheios"];
    expect(receiver.told()).toEqual(names);
    await addGroup(database, { ...group, link: "https://chat.example.com/b" });
    await night.pass(2 * minute);
    const ends = ["over grupos-cheios", "over grupos-quase-cheios"];
    expect(receiver.told().toSorted()).toEqual([...names, ...ends].toSorted());
  },
);

test.each(engines)(
  "on %s the operator is told when three found a group full, not two",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    const group = { link: "https://chat.example.com/a", room: 12, stopAt: 10, now: 1_000 };
    const id = await addGroup(database, group);
    const findFull = async (person: string) => {
      await takePlace(database, { person });
      await sayFull(database, { person, now: 2_000 });
    };
    for (const person of ["ana", "bia"]) await findFull(person);
    await night.pass(minute);
    expect(receiver.told()).toEqual([]);
    await findFull("caio");
    await night.pass(minute);
    expect(receiver.told()).toEqual(["began grupo-talvez-cheio"]);
    await reopenGroup(database, { id, now: 3_000 });
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual(["began grupo-talvez-cheio", "over grupo-talvez-cheio"]);
  },
);

test("each trouble has its own title", () => {
  const titles = Object.values(troubles).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

async function signUp(database: Database, receivedAt: number): Promise<void> {
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt });
}

async function countMinute(
  database: Database,
  minute: number,
  counts: { views: number; sign_ups: number },
): Promise<void> {
  await database
    .insertInto("minute_counts")
    .values({ minute, ...counts, new_people: counts.sign_ups })
    .execute();
}
