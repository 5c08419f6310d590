import { expect, test } from "vitest";
import type { ChosenPhase } from "#event/edition.ts";
import type { Database } from "#server/store/schema.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readEvent, savePhase, saveStart } from "./choices.ts";

const now = Date.parse("2026-11-11T22:00:00Z");
const movedTo = Date.parse("2026-11-12T23:00:00Z");

test("a phase by hand and a new start are kept side by side", async () => {
  const database = await temporaryDatabase("sqlite");
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
});

test("the choices for one edition do not count for the next", async () => {
  const database = await temporaryDatabase("sqlite");
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
});

test("a calendar entry's number grows by a new start or a cancellation", async () => {
  const database = await temporaryDatabase("sqlite");
  const numbers: Array<number | undefined> = [];
  for (const phase of ["live", "waiting", "over", "cancelled", "cancelled", "live"] as const) {
    await choose(database, phase);
    numbers.push((await override(database))?.sequence);
  }
  await saveStart(database, { edition: 2026, movedTo: undefined, now });
  numbers.push((await override(database))?.sequence);
  expect(numbers).toEqual([0, 0, 0, 1, 1, 2, 3]);
});

test.each(engines)("on %s changes that come at the same moment all count", async (engine) => {
  const database = await temporaryDatabase(engine);
  const moves = Array.from({ length: 20 }, (_, index) =>
    database
      .transaction()
      .execute((writing) => saveStart(writing, { edition: 2026, movedTo: movedTo + index, now })),
  );
  await Promise.all([...moves, database.transaction().execute((w) => choose(w, "waiting"))]);
  expect(await override(database)).toMatchObject({ sequence: 20, phase: { name: "waiting" } });
});

function choose(database: Database, phase: ChosenPhase | undefined): Promise<void> {
  return savePhase(database, { edition: 2026, phase, now });
}

async function override(database: Database) {
  return (await readEvent(database)).override;
}
