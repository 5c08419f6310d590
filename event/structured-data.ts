import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { landingPage } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import type { EventState } from "./event-state.ts";

/** The URL of the site, and the state of the event that the page shows. */
export type Publication = { siteUrl: string; state: EventState };

/** Describes the class for search engines, in the vocabulary of schema.org. */
export function structuredData({ siteUrl, state }: Publication) {
  const { start, end } = state.edition;
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: landingPage.name,
    description: fill(landingPage.description, state.times),
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    ...eventStatus(state),
    location: { "@type": "VirtualLocation", url: `${siteUrl}${paths.live}` },
    image: [`${siteUrl}/pictures/social.jpg`],
    organizer: { "@type": "Organization", name: links.company.name, url: `${siteUrl}/` },
  };
}

/** The status of the event for search engines. Google wants the earlier date only if the event was moved. */
function eventStatus({ schedule, edition: { start, plannedStart } }: EventState): object {
  if (schedule.phase === "cancelled") return { eventStatus: "https://schema.org/EventCancelled" };
  if (start === plannedStart) return { eventStatus: "https://schema.org/EventScheduled" };
  return {
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: new Date(plannedStart).toISOString(),
  };
}
