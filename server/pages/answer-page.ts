import { messages } from "#content/messages.ts";
import {
  askedEveryTime,
  type Encoding,
  errorPage,
  malformedPage,
  notFoundPage,
  type PreparedFile,
  type StaticPages,
  type Variant,
} from "./files.ts";
import { nonPageHeaders } from "./security.ts";

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
    // It stays within this site: it is a path of the site, and none of those begins with two slashes.
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
  if (chosen === undefined) return new Response(null, { status: 500, headers: nonPageHeaders });
  const isTimely = chosen.head.cacheControl === askedEveryTime;
  const headers = isTimely ? { ...chosen.headers, ...ofMoment } : chosen.headers;
  if (!hasEtag(request.headers.get("if-none-match"), chosen.etag))
    return new Response(chosen.body, { headers });
  const answer = new Response(null, { status: 304, headers });
  for (const name of ["Content-Type", "Content-Length", "Content-Encoding"])
    answer.headers.delete(name);
  return answer;
}

function chooseVariant(file: PreparedFile, request: Request): Variant | undefined {
  return file.get(chooseEncoding(request.headers.get("accept-encoding") ?? "", [...file.keys()]));
}

/**
 * The smallest available encoding that the browser accepts, whatever weight it gives it: a weight of 0 alone forbids one.
 * Without any, it gets plain bytes: RFC 9110 prefers them to an error.
 */
export function chooseEncoding(header: string, available: readonly Encoding[]): Encoding {
  const parts = header.toLowerCase().split(",");
  const accepted = parts
    .map((part) => part.split(";").map((text) => text.trim()))
    .filter(([, weight = ""]) => !/^q\s*=\s*0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  const compressed = ["br", "gzip"] as const;
  const found = compressed.find((name) => accepted.includes(name) && available.includes(name));
  return found ?? "identity";
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
