import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { type NowAnswer, pageSchedule } from "#event/page-schedule.ts";
import type { EventPages, Moment } from "./event-pages.ts";
import {
  askedEveryTime,
  errorPage,
  malformedPage,
  notFoundPage,
  type PreparedFile,
  type StaticPages,
  type Variant,
} from "./files.ts";
import { forOneRequest, neverCached, nonPageHeaders } from "./security.ts";

type SiteDeps = {
  eventPages: EventPages;
  clock: () => number;
};

type SiteAnswers = {
  page: (request: Request) => Response;
  /**
   * Lets a visitor of `/aovivo` enter while the class is open; at other times answers with a page that says when the
   * class is.
   */
  live: (request: Request, enter: Enter) => Promise<Response>;
  /** Answers an open tab with the server's time and the state of the event, without reading the store. */
  now: () => Response;
  /**
   * Answers with a page that `change` has changed for this request. If `change` returns undefined, the page stays the
   * usual one.
   */
  changed: (request: Request, change: (html: string) => string | undefined) => Response;
  /** The page that says that all groups are full. */
  allFull: (request: Request) => Response;
  /** The pages as they are now. */
  pages: () => StaticPages;
};

/** Redirects a visitor to the class; undefined if a browser cannot open the room's address. */
type Enter = () => Promise<Response | undefined>;

/** What a request gets: the state and the pages at the time of the request, and the headers of the pages. */
type Shown = Moment & { headers: Record<string, string> };

/** Answers requests for the pages of the site, as the pages are at the time of each request. */
export function createSiteAnswers({ eventPages, clock }: SiteDeps): SiteAnswers {
  function shownNow(): Shown {
    const now = clock();
    const moment = eventPages.at(now);
    return { ...moment, headers: headersAt(moment, now) };
  }

  const answer = (request: Request, { pages, headers }: Shown) =>
    answerPage(pages, request, headers);

  return {
    page: (request) => answer(request, shownNow()),
    async live(request, enter) {
      const shown = shownNow();
      const { phase } = shown.state.schedule;
      const isOpen = phase === "doors" || phase === "live";
      return (isOpen ? await enter() : undefined) ?? answer(request, shown);
    },
    changed(request, change) {
      const shown = shownNow();
      const template = shown.pages.get(new URL(request.url).pathname)?.identity;
      const html = template && change(template.body.toString("utf8"));
      if (template === undefined || html === undefined) return answer(request, shown);
      const { contentType, security } = template.head;
      const headers = { ...security, ...forOneRequest, "Content-Type": contentType };
      return new Response(html, { headers });
    },
    allFull(request) {
      // Shows the page of the address for another group, because `/grupo`, which the visitor may have opened, has
      // no page.
      const asked = new Request(new URL(paths.otherGroup, request.url), request);
      return answerPage(eventPages.at(clock()).pages, asked, forOneRequest);
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

/** The status and the headers of a response; its body is JSON or a page. */
type AnswerHead = { status: number; headers?: Record<string, string> };

const unexpectedError = messages.unexpectedError.title;

/**
 * Answers GET and HEAD; Hono removes the body for HEAD. `headers` are for the files that change with the event, whose
 * headers differ from request to request.
 */
export function answerPage(
  pages: StaticPages,
  request: Request,
  headers: Record<string, string> = {},
): Response {
  const { pathname, search } = new URL(request.url);
  const path = decode(pathname);
  if (path === undefined)
    return answerSpecial(pages.get(malformedPage), request, { status: 400 }, unexpectedError);
  const file = path.startsWith("/") ? pages.get(path) : undefined;
  if (file !== undefined) return answerFile(file, request, headers);
  if (pathname.endsWith("/") && pages.has(withoutSlash(path))) {
    // This redirect stays within the site: it leads to a path of the site, and no path of the site begins with two
    // slashes.
    const Location = withoutSlash(pathname) + search;
    return new Response(null, { status: 308, headers: { ...nonPageHeaders, Location } });
  }
  return answerSpecial(pages.get(notFoundPage), request, { status: 404 }, messages.notFound.title);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

function answerFile(
  file: PreparedFile,
  request: Request,
  ofMoment: Record<string, string>,
): Response {
  const chosen = chooseVariant(file, request);
  const isTimely = chosen.head.cacheControl === askedEveryTime;
  const headers = isTimely ? { ...chosen.headers, ...ofMoment } : chosen.headers;
  if (!hasEtag(request.headers.get("if-none-match"), chosen.etag))
    return new Response(chosen.body, { headers });
  const answer = new Response(null, { status: 304, headers });
  for (const name of ["Content-Type", "Content-Length", "Content-Encoding"])
    answer.headers.delete(name);
  return answer;
}

/**
 * Chooses the smallest encoding that the browser accepts. Only a weight of 0 forbids an encoding; all other weights are
 * ignored. If the browser accepts none, it gets plain bytes: RFC 9110 prefers plain bytes to an error.
 */
function chooseVariant({ identity, br, gzip }: PreparedFile, request: Request): Variant {
  const parts = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  const accepted = parts
    .map((part) => part.split(";").map((text) => text.trim()))
    .filter(([, weight = ""]) => !/^q\s*=\s*0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  if (br !== undefined && accepted.includes("br")) return br;
  return gzip !== undefined && accepted.includes("gzip") ? gzip : identity;
}

/**
 * Whether `If-None-Match` names this ETag. Ignores `W/`, as RFC 9110 asks for this header: a proxy adds `W/` when it
 * compresses the response itself.
 */
function hasEtag(header: string | null, etag: string): boolean {
  const etags = (header ?? "").split(",").map((text) => text.trim().replace(/^W\//, ""));
  return etags.includes(etag) || etags.includes("*");
}

/** Answers every error with the same page: only the status tells the errors apart. */
export function answerErrorPage(pages: StaticPages, request: Request, head: AnswerHead): Response {
  return answerSpecial(pages.get(errorPage), request, head, unexpectedError);
}

/** `plainText` is the body of the response if the built site lacks the page. */
function answerSpecial(
  file: PreparedFile | undefined,
  request: Request,
  head: AnswerHead,
  plainText: string,
): Response {
  const chosen = file && chooseVariant(file, request);
  if (chosen === undefined)
    return new Response(plainText, { ...head, headers: { ...nonPageHeaders, ...head.headers } });
  const { ETag: _, ...headers } = chosen.headers;
  return new Response(chosen.body, {
    ...head,
    headers: { ...headers, ...head.headers, ...chosen.head.security },
  });
}
