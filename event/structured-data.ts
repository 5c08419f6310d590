import { courses } from "#content/courses.ts";
import { faq } from "#content/faq.ts";
import { links } from "#content/links.ts";
import { landingPage } from "#content/pages.ts";
import type { EventState } from "./event-state.ts";

/** The URL of the site, and the state of the event that the page shows. */
export type Publication = { siteUrl: string; state: EventState };

/** The description of the landing page for search engines, in the vocabulary of schema.org. */
export function structuredData(publication: Publication): object {
  return {
    "@context": "https://schema.org",
    "@graph": [event(publication), courseList(publication), questions()],
  };
}

function event({ siteUrl, state }: Publication): object {
  const { start, end } = state.edition;
  return {
    "@type": "Event",
    name: landingPage.name,
    description: landingPage.description,
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "VirtualLocation", url: `${siteUrl}/` },
    image: [`${siteUrl}/pictures/social.jpg`],
    organizer: organizer(siteUrl),
  };
}

function courseList({ siteUrl }: Publication): object {
  return {
    "@type": "ItemList",
    itemListElement: courses.courses.map(({ title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": "Course",
        name: title,
        // Google requires a URL for each item of a list: here the URL of the course's card in `courses.tsx`.
        url: `${siteUrl}/#curso-${index + 1}`,
        description: `${courses.intro} ${courses.perks.join(", ")}.`,
        provider: organizer(siteUrl),
      },
    })),
  };
}

function questions(): object {
  return {
    "@type": "FAQPage",
    mainEntity: faq.questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

function organizer(siteUrl: string): object {
  return { "@type": "Organization", name: links.company.name, url: `${siteUrl}/` };
}
