import { paths } from "#content/paths.ts";
import type { Phase } from "#event/phase.ts";
import { readPreview } from "#server/event/preview.ts";
import { forOneRequest } from "#server/http/headers.ts";
import { answerPage } from "#server/http/pages/answer-page.ts";
import type { EventPages, Moment } from "#server/http/pages/event-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import { answerLive } from "./answer-live.ts";
import { answerNow } from "./answer-now.ts";

export type SiteDeps = {
  eventPages: EventPages;
  clock: () => number;
  /** The key that signs links, to a preview and to the group; undefined until the store has told it. */
  linkKey: () => string | undefined;
};

export type SiteAnswers = {
  page: (request: Request) => Response;
  live: (request: Request) => Response;
  now: () => Response;
  /** A page that is changed for one request; as it is for every visitor if `change` returns undefined. */
  changed: (request: Request, change: (html: string) => string | undefined) => Response;
  /** The page that says that all groups are full. */
  allFull: (request: Request) => Response;
  /** The pages of the present moment. */
  pages: () => StaticPages;
};

/**
 * Shared caches may keep a page until its next change, but not longer than this, because they learn nothing when the
 * operator changes the phase.
 */
const maxSharedSeconds = 60;

/** What a request gets: the pages of a moment, and the headers that belong to them. */
type Answering = { moment: Moment; timely: Record<string, string> };

/** Answers requests for the pages of the site, as they are at the moment of each request. */
export function createSiteAnswers({ eventPages, clock, linkKey }: SiteDeps): SiteAnswers {
  function answering(request: Request): Answering {
    const now = clock();
    const phase = previewedPhase(request, linkKey(), now);
    const preview = phase && eventPages.preview(phase, now);
    if (preview) return { moment: preview, timely: forOneRequest };
    const moment = eventPages.at(now);
    return { moment, timely: timelyHeaders(moment, now) };
  }

  const page = (request: Request, { moment, timely }: Answering) =>
    answerPage(moment.pages, request, timely);

  return {
    page: (request) => page(request, answering(request)),
    live(request) {
      const found = answering(request);
      return answerLive(found.moment.state.schedule.phase) ?? page(request, found);
    },
    changed(request, change) {
      const found = answering(request);
      const template = found.moment.pages.get(new URL(request.url).pathname)?.get("identity");
      const html = template && change(template.body.toString("utf8"));
      if (template === undefined || html === undefined) return page(request, found);
      const { contentType, security } = template.head;
      const headers = { ...security, ...forOneRequest, "Content-Type": contentType };
      return new Response(html, { headers });
    },
    allFull(request) {
      const { moment } = answering(request);
      const asked = new Request(new URL(paths.otherGroup, request.url), request);
      return answerPage(moment.pages, asked, forOneRequest);
    },
    now() {
      const now = clock();
      return answerNow(eventPages.at(now).state, now);
    },
    pages: () => eventPages.at(clock()).pages,
  };
}

/** The phase in the signed link of the request. Most addresses have no signature, so they are not parsed again. */
function previewedPhase({ url }: Request, key: string | undefined, now: number): Phase | undefined {
  if (key === undefined || !url.includes("assinatura=")) return undefined;
  return readPreview(key, new URL(url).searchParams, now);
}

/** `Server-Timing` tells the page what time it was at the server, because the visitor's clock may be wrong. */
function timelyHeaders({ changesAt }: Moment, now: number): Record<string, string> {
  const seconds = Math.floor((changesAt - now) / 1_000);
  return {
    "CDN-Cache-Control": `max-age=${Math.min(seconds, maxSharedSeconds)}`,
    "Server-Timing": `now;dur=${now}`,
  };
}
