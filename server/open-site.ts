import type { EventPlan } from "#event/edition.ts";
import type { SiteDeps } from "#server/http/event/site-answers.ts";
import { createEventPages } from "#server/http/pages/event-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import type { Database } from "#server/store/tables.ts";
import { createEventClock, type EventClock } from "./event-clock.ts";
import type { Log } from "./log.ts";

export type BuiltSite = {
  built: StaticPages;
  siteUrl: string;
  event: EventPlan;
  database: Database;
  log: Log;
};

export type OpenSite = {
  site: SiteDeps;
  eventClock: EventClock;
};

/** Prepares the pages in the present phase of the event, so that the first visitor gets them compressed. */
export async function openSite(site: BuiltSite): Promise<OpenSite> {
  const { built, siteUrl, event, database, log } = site;
  const clock = Date.now;
  const eventClock = createEventClock({ database, log, clock, event });
  await eventClock.ask();
  const { override, linkKey } = eventClock;
  const eventPages = createEventPages({ built, event, siteUrl, override });
  await eventPages.start(clock());
  return { site: { eventPages, linkKey, clock }, eventClock };
}
