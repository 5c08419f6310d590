import type { Logger } from "pino";
import { launch } from "#content/launch.ts";
import type { SiteDeps } from "#server/http/event/site-answers.ts";
import { createEventPages } from "#server/http/pages/event-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import type { Database } from "#server/storage/tables.ts";
import { createEventClock } from "./event-clock.ts";

export type BuiltSite = { built: StaticPages; siteUrl: string; database: Database; log: Logger };

export type OpenSite = {
  site: SiteDeps;
  /** Follows the operator's choices about the event until it is stopped. */
  eventClock: { stop: () => Promise<void> };
};

/** Prepares the pages in the present phase of the event, so that the first visitor gets them compressed. */
export async function openSite({ built, siteUrl, database, log }: BuiltSite): Promise<OpenSite> {
  const clock = Date.now;
  const { event } = launch;
  const eventClock = createEventClock({ database, log, clock, event });
  await eventClock.start();
  const { override, previewKey } = eventClock;
  const eventPages = createEventPages({ built, event, siteUrl, override });
  await eventPages.start(clock());
  return { site: { eventPages, previewKey, clock }, eventClock };
}
