import type { AppParts } from "#server/app.ts";
import { readFigures } from "#server/figures/figures.ts";
import type { Database } from "#server/store/row-types.ts";
import { fineFacts } from "#tests/support/panel/sample-facts.ts";
import { eventPlan } from "./event-plan.ts";

type Panel = AppParts["panel"];

/** What the panel of a test needs: the real figures of the store, and facts of a fine evening. */
export function panelOver(database: Database, { clock }: { clock: () => number }): Panel {
  const event = eventPlan;
  const store = { kind: "sqlite", folder: "." } as const;
  const figures = { database, clock, event, store, version: undefined, isConfigured: false };
  return {
    database,
    databaseClock: () => Promise.resolve(clock()),
    siteUrl: "https://black.example",
    event,
    readFigures: () => readFigures(figures),
    readFacts: async () => fineFacts,
    troublesHere: () => [],
  };
}
