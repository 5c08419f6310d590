import { courses } from "#content/courses.ts";
import { faq } from "#content/faq.ts";
import { links } from "#content/links.ts";
import { landingPage } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import type { EventState } from "./event-state.ts";
import { withMovedTimes } from "./moved-words.ts";
import { isAfter } from "./phase.ts";

/** The URL of the site, and the state of the event that the page shows. */
export type Publication = { siteUrl: string; state: EventState };

/** The description of the landing page for search engines, in the vocabulary of schema.org. */
export function structuredData(publication: Publication) {
  return {
    "@context": "https://schema.org",
    "@graph": [event(publication), courseList(publication), questions(publication)],
  };
}

function event({ siteUrl, state }: Publication): Record<string, unknown> {
  const { start, end } = state.edition;
  return {
    "@type": "Event",
    name: landingPage.name,
    description: withMovedTimes(landingPage.description, state),
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    ...eventStatus(state),
    location: { "@type": "VirtualLocation", url: `${siteUrl}${paths.live}` },
    image: [`${siteUrl}/pictures/social.jpg`],
    organizer: organizer(siteUrl),
  };
}

/** Google wants the earlier date beside the status of a moved event, and beside no other status. */
function eventStatus({ schedule, edition: { start, plannedStart } }: EventState): object {
  if (schedule.phase === "cancelled") return { eventStatus: "https://schema.org/EventCancelled" };
  if (start === plannedStart) return { eventStatus: "https://schema.org/EventScheduled" };
  return {
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: new Date(plannedStart).toISOString(),
  };
}

function courseList({ siteUrl, state }: Publication): Record<string, unknown> {
  return {
    "@type": "ItemList",
    itemListElement: courses.courses.map(({ title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": "Course",
        name: withMovedTimes(title, state),
        // Google requires a URL for each item of a list: here the URL of the course's card in `courses.tsx`.
        url: `${siteUrl}/#curso-${index + 1}`,
        description: withMovedTimes(`${courses.intro} ${courses.perks.join(", ")}.`, state),
        provider: organizer(siteUrl),
      },
    })),
  };
}

function questions({ state }: Publication): Record<string, unknown> {
  const over = isAfter(state.schedule.phase);
  return {
    "@type": "FAQPage",
    mainEntity: faq.questions.map(({ question, answer, after = answer }) => ({
      "@type": "Question",
      name: withMovedTimes(question, state),
      acceptedAnswer: { "@type": "Answer", text: withMovedTimes(over ? after : answer, state) },
    })),
  };
}

function organizer(siteUrl: string): object {
  return { "@type": "Organization", name: links.company.name, url: `${siteUrl}/` };
}
