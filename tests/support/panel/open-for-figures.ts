import { onTestFinished } from "vitest";
import type { FiguresDeps } from "#server/figures/figures.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import { createMigratedStore, type Engine } from "#tests/support/store/temporary-database.ts";

/** An empty store, and what its figures are read with at the time `now`. It is removed after the test. */
export async function openForFigures(engine: Engine, now: number) {
  const { store, remove } = await createMigratedStore(engine);
  onTestFinished(remove);
  const database = await openDatabase(store);
  onTestFinished(() => database.destroy());
  const deps: FiguresDeps = { database, clock: () => now, event };
  return { database, deps };
}
