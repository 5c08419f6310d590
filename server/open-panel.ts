import type { EventPlan } from "#event/edition.ts";
import type { PanelDeps } from "#server/http/panel/panel-deps.ts";
import { readFigures } from "#server/panel/figures/read-figures.ts";
import { readClock } from "#server/store/connection/clock.ts";
import type { Database } from "#server/store/tables.ts";
import type { Watch } from "#server/watch/watch.ts";
import type { Config } from "./config.ts";

type Opened = { config: Config; database: Database; event: EventPlan; version: string | undefined };

/** All that the panel needs of this server. */
export function openPanel(
  { config, database, event, version }: Opened,
  { troubles }: Watch,
): PanelDeps["panel"] {
  const { siteUrl, store, activeCampaign } = config;
  const isConfigured = activeCampaign !== undefined;
  const figures = { database, clock: Date.now, event, store, version, isConfigured };
  const readAll = () => readFigures(figures);
  return { database, databaseClock: readClock, siteUrl, event, readFigures: readAll, troubles };
}
