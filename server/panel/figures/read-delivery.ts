import { readCircuit } from "#server/store/courier/circuit.ts";
import {
  countParked,
  findUndelivered,
  readNewestLags,
  waitedMs,
} from "#server/store/deliveries/delivered.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";
import type { DeliveryFigures } from "./figures.ts";
import { inTurn } from "./in-turn.ts";
import { lagFigures } from "./lag-figures.ts";

/** Enough for a steady p95, and read in about a millisecond. */
const newestDeliveries = 1_000;

type DeliveryDeps = { database: Database; isConfigured: boolean };

export async function readDelivery(
  { database, isConfigured }: DeliveryDeps,
  now: number,
): Promise<DeliveryFigures> {
  const { count, oldestAt } = await inTurn(() => findUndelivered(database));
  const lags = await inTurn(() => readNewestLags(database, newestDeliveries));
  return {
    waiting: count,
    oldestMs: waitedMs(oldestAt, now),
    lag: lagFigures(lags),
    parked: await inTurn(() => countParked(database)),
    held: await inTurn(() => countHeld(database)),
    circuit: await readCircuit(database),
    isConfigured,
  };
}
