import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { type NowAnswer, pageSchedule } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { readPreview } from "#server/event/preview.ts";
import { answerPage } from "./answer-page.ts";
import type { EventPages, Moment } from "./event-pages.ts";
import type { StaticPages } from "./files.ts";
import { forOneRequest, neverCached, redirectElsewhere } from "./security.ts";

export type SiteDeps = {
  eventPages: EventPages;
  clock: () => number;
  /** The key that signs links, to a preview and to the group; undefined until the store has told it. */
  linkKey: () => string | undefined;
};

export type SiteAnswers = {
  page: (request: Request) => Response;
  /** Sends a visitor of `/aovivo` on to the class while its room is open; at other times the page says when. */
  live: (request: Request) => Response;
  /** Tells an open tab the server's time and where the event stands, from memory. */
  now: () => Response;
  /** A page that is changed for one request; as it is for every visitor if `change` returns undefined. */
  changed: (request: Request, change: (html: string) => string | undefined) => Response;
  /** The page that says that all groups are full. */
  allFull: (request: Request) => Response;
  /** The pages of the present moment. */
  pages: () => StaticPages;
};

/** What a request gets: the state and the pages of a moment, and the headers of the pages. */
type Shown = Moment & { headers: Record<string, string> };

/** Answers requests for the pages of the site, as they are at the moment of each request. */
export function createSiteAnswers({ eventPages, clock, linkKey }: SiteDeps): SiteAnswers {
  function shownTo(request: Request): Shown {
    const now = clock();
    const phase = previewedPhase(request, linkKey(), now);
    const preview = phase && eventPages.preview(phase, now);
    if (preview) return { ...preview, headers: forOneRequest };
    const moment = eventPages.at(now);
    return { ...moment, headers: headersAt(moment, now) };
  }

  const answer = (request: Request, { pages, headers }: Shown) =>
    answerPage(pages, request, headers);

  return {
    page: (request) => answer(request, shownTo(request)),
    live(request) {
      const shown = shownTo(request);
      const { phase } = shown.state.schedule;
      const isOpen = phase === "doors" || phase === "live";
      return (isOpen ? redirectElsewhere(links.live) : undefined) ?? answer(request, shown);
    },
    changed(request, change) {
      const shown = shownTo(request);
      const template = shown.pages.get(new URL(request.url).pathname)?.get("identity");
      const html = template && change(template.body.toString("utf8"));
      if (template === undefined || html === undefined) return answer(request, shown);
      const { contentType, security } = template.head;
      const headers = { ...security, ...forOneRequest, "Content-Type": contentType };
      return new Response(html, { headers });
    },
    allFull(request) {
      // The visitor may have asked for `/grupo`, which has no page.
      const asked = new Request(new URL(paths.otherGroup, request.url), request);
      return answerPage(shownTo(request).pages, asked, forOneRequest);
    },
    now() {
      const now = clock();
      const answer: NowAnswer = { now, ...pageSchedule(eventPages.at(now).state, "server") };
      const headers = { ...neverCached, "Content-Type": "application/json" };
      return new Response(JSON.stringify(answer), { headers });
    },
    pages: () => eventPages.at(clock()).pages,
  };
}

/** The phase in the signed link of the request. Most addresses have no signature, so they are not parsed again. */
function previewedPhase({ url }: Request, key: string | undefined, now: number): Phase | undefined {
  if (key === undefined || !url.includes("assinatura=")) return undefined;
  return readPreview(key, new URL(url).searchParams, now);
}

/**
 * Shared caches may keep a page until its next change, but not longer than this, because they learn nothing when the
 * operator changes the phase.
 */
const maxSharedSeconds = 60;

/** `Server-Timing` tells the page what time it was at the server, because the visitor's clock may be wrong. */
function headersAt({ changesAt }: Moment, now: number): Record<string, string> {
  const seconds = Math.floor((changesAt - now) / 1_000);
  return {
    "CDN-Cache-Control": `max-age=${Math.min(seconds, maxSharedSeconds)}`,
    "Server-Timing": `now;dur=${now}`,
  };
}
