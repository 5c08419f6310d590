import { messages } from "#content/messages.ts";
import { type AnswerHead, nonPageHeaders } from "#server/http/headers.ts";
import { chooseEncoding } from "./accept-encoding.ts";
import { askedEveryTime } from "./file-headers.ts";
import { errorPage, malformedPage, notFoundPage } from "./load-pages.ts";
import type { PreparedFile, StaticPages, Variant } from "./prepared-file.ts";

const unexpectedError = messages.unexpectedError.title;

/** Headers that differ from request to request, for the files that change with the event. */
type TimelyHeaders = Record<string, string>;

/** Answers GET and HEAD; Hono removes the body for HEAD. */
export function answerPage(
  pages: StaticPages,
  request: Request,
  timely: TimelyHeaders = {},
): Response {
  const url = new URL(request.url);
  const path = decode(url.pathname);
  if (path === undefined)
    return answerSpecial(pages.get(malformedPage), request, { status: 400 }, unexpectedError);
  const file = path.startsWith("/") ? pages.get(path) : undefined;
  if (file !== undefined) return answerFile(file, request, timely);
  if (url.pathname.endsWith("/") && pages.has(withoutSlash(path)))
    return redirect(withoutSlash(url.pathname) + url.search);
  return answerSpecial(pages.get(notFoundPage), request, { status: 404 }, messages.notFound.title);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function answerFile(file: PreparedFile, request: Request, timely: TimelyHeaders): Response {
  const chosen = chooseVariant(file, request);
  if (chosen === undefined) return new Response(null, { status: 500, headers: nonPageHeaders });
  const { body, etag, head } = chosen;
  const headers =
    head.cacheControl === askedEveryTime ? { ...chosen.headers, ...timely } : chosen.headers;
  return hasEtag(request.headers.get("if-none-match"), etag)
    ? new Response(null, { status: 304, headers: notModified(headers) })
    : new Response(body, { headers });
}

function chooseVariant(file: PreparedFile, request: Request): Variant | undefined {
  const header = request.headers.get("accept-encoding") ?? undefined;
  return file.get(chooseEncoding(header, [...file.keys()]));
}

/**
 * Whether `If-None-Match` names this ETag. Ignores `W/`, as RFC 9110 asks for this header: a proxy adds `W/` when it
 * compresses the response itself.
 */
function hasEtag(header: string | null, etag: string): boolean {
  const etags = (header ?? "").split(",").map((text) => text.trim().replace(/^W\//, ""));
  return etags.includes(etag) || etags.includes("*");
}

function notModified(headers: Record<string, string>): Record<string, string> {
  const dropped = ["Content-Type", "Content-Length", "Content-Encoding"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name)));
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/**
 * Redirects within this site, never to another site: `location` is a path of `StaticPages`, and no such path begins
 * with two slashes.
 */
function redirect(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { ...nonPageHeaders, Location: location },
  });
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
