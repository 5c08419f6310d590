import type { EventPlan } from "#event/edition.ts";
import { dayMs } from "#event/time-zone.ts";
import { readEvent } from "#server/event/choices.ts";
import { listGroups } from "#server/groups/groups.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import type { Figures } from "./figures.ts";
import { inTurn } from "./in-turn.ts";
import { readDelivery } from "./read-delivery.ts";
import { readPages } from "./read-pages.ts";
import { readState } from "./read-state.ts";
import { readVisits } from "./read-visits.ts";

export type FiguresDeps = {
  database: Database;
  clock: () => number;
  event: EventPlan;
  store: Store;
  /** The name of the version that runs; undefined outside of a published one. */
  version: string | undefined;
  /** Whether ActiveCampaign is configured. */
  isConfigured: boolean;
};

/** Reads all numbers of the panel. Each read is fast with a million leads, and requests are answered between two reads. */
export async function readFigures(deps: FiguresDeps): Promise<Figures> {
  const { database, clock, event } = deps;
  const now = clock();
  const { override } = await readEvent(database);
  const present = { now, override };
  const state = await readState(deps, present);
  const { signUps, steps } = await readVisits(database, { now, event, state });
  return {
    now,
    signUps,
    steps,
    delivery: await readDelivery(deps, now),
    groups: await inTurn(() => listGroups(database)),
    state,
    pages: await inTurn(() => readPages(database, { since: now - dayMs, to: now })),
  };
}
