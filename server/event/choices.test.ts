import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ChosenPhase } from "#event/override.ts";
import type { Database } from "#server/store/row-types.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readEvent, savePhase, saveStart } from "./choices.ts";

const now = Date.parse("2026-11-11T22:00:00Z");
const movedTo = Date.parse("2026-11-12T23:00:00Z");

test.each(engines)("on %s a new store has no choice of the operator, and a key", async (engine) => {
  const { linkKey, ...rest } = await readEvent(await temporaryDatabase(engine));
  expect(rest).toEqual({ override: undefined, isReadable: true });
  expect(linkKey).toMatch(/^[\da-f]{64}$/);
});

test.each(engines)(
  "on %s a phase by hand and a new start are kept side by side",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await choose(database, "waiting");
    await saveStart(database, { edition: 2026, movedTo, now: now + 1 });
    expect(await override(database)).toEqual({
      edition: 2026,
      phase: { name: "waiting", since: now },
      movedTo,
      sequence: 1,
      changedAt: now + 1,
    });
    await choose(database, undefined);
    expect(await override(database)).toMatchObject({ phase: undefined, movedTo, sequence: 1 });
  },
);

test.each(engines)(
  "on %s the choices for one edition do not count for the next",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await saveStart(database, { edition: 2026, movedTo, now });
    await choose(database, "cancelled");
    await savePhase(database, { edition: 2027, phase: "live", now });
    expect(await override(database)).toMatchObject({
      edition: 2027,
      phase: { name: "live" },
      movedTo: undefined,
      sequence: 2,
    });
    await saveStart(database, { edition: 2028, movedTo, now });
    expect(await override(database)).toMatchObject({ edition: 2028, phase: undefined, movedTo });
  },
);

test.each(engines)(
  "on %s a calendar entry's number grows by a new start or a cancellation",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const numbers: Array<number | undefined> = [];
    for (const phase of ["live", "waiting", "over", "cancelled", "cancelled", "live"] as const) {
      await choose(database, phase);
      numbers.push((await override(database))?.sequence);
    }
    await saveStart(database, { edition: 2026, movedTo: undefined, now });
    numbers.push((await override(database))?.sequence);
    expect(numbers).toEqual([0, 0, 0, 1, 1, 2, 3]);
  },
);

test.each(engines)(
  "on %s no change of the start is lost when many come at once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const starts = Array.from({ length: 20 }, (_, index) => movedTo + index);
    await Promise.all(
      starts.map((start) => saveStart(database, { edition: 2026, movedTo: start, now })),
    );
    const found = await override(database);
    expect(found?.sequence).toBe(20);
    expect(starts).toContain(found?.movedTo);
  },
);

const broken = [
  { phase: "paused" },
  { phase_since: 1 },
  { moved_to: 9_007_199_254_740_991 },
  { edition: 1 },
  { edition: null },
  { sequence: -1 },
];

test.each(engines.flatMap((engine) => broken.map((row) => [engine, row] as const)))(
  "on %s a row edited to %j is no choice, and the next one replaces it",
  async (engine, row) => {
    const database = await temporaryDatabase(engine);
    await choose(database, "live");
    await database.updateTable("event").set(row).execute();
    expect(await readEvent(database)).toMatchObject({ override: undefined, isReadable: false });
    await choose(database, "over");
    const phase = { name: "over", since: now };
    const movedTo = undefined;
    expect(await override(database)).toMatchObject({ edition: 2026, phase, movedTo, sequence: 0 });
  },
);

test.each(["'abc'", "x'00ff'", "1.5", "1e20"])(
  "in SQLite a time that is %s counts as no choice",
  async (value) => {
    const database = await temporaryDatabase("sqlite");
    await choose(database, "live");
    await sql`update event set phase_since = ${sql.raw(value)}`.execute(database);
    expect(await readEvent(database)).toMatchObject({ override: undefined, isReadable: false });
  },
);

function choose(database: Database, phase: ChosenPhase | undefined): Promise<void> {
  return savePhase(database, { edition: 2026, phase, now });
}

async function override(database: Database) {
  return (await readEvent(database)).override;
}
