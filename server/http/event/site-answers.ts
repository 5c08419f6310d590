import { answerPage } from "#server/http/pages/answer-page.ts";
import type { EventPages, Moment } from "#server/http/pages/event-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import { answerLive } from "./answer-live.ts";
import { answerNow } from "./answer-now.ts";

export type SiteDeps = {
  eventPages: EventPages;
  clock: () => number;
};

export type SiteAnswers = {
  page: (request: Request) => Response;
  live: (request: Request) => Response;
  now: () => Response;
  /** The pages of the present moment. */
  pages: () => StaticPages;
};

/**
 * Shared caches may keep a page until its next change, but not longer than this, because they learn nothing when the
 * operator changes the phase.
 */
const maxSharedSeconds = 60;

/** Answers requests for the pages of the site, as they are at the moment of each request. */
export function createSiteAnswers({ eventPages, clock }: SiteDeps): SiteAnswers {
  const present = () => eventPages.at(clock());

  function page(request: Request): Response {
    const now = clock();
    const moment = eventPages.at(now);
    return answerPage(moment.pages, request, timelyHeaders(moment, now));
  }

  return {
    page,
    live: (request) => answerLive(present().state.schedule.phase) ?? page(request),
    now() {
      const now = clock();
      return answerNow(eventPages.at(now).state, now);
    },
    pages: () => present().pages,
  };
}

/** `Server-Timing` tells the page what time it was at the server, because the visitor's clock may be wrong. */
function timelyHeaders({ changesAt }: Moment, now: number): Record<string, string> {
  const seconds = Math.floor((changesAt - now) / 1_000);
  return {
    "CDN-Cache-Control": `max-age=${Math.min(seconds, maxSharedSeconds)}`,
    "Server-Timing": `now;dur=${now}`,
  };
}
