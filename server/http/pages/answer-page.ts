import { messages } from "#content/messages.ts";
import { chooseEncoding } from "./accept-encoding.ts";
import {
  errorPage,
  malformedPage,
  notFoundPage,
  type PreparedFile,
  type StaticPages,
  type Variant,
} from "./load-pages.ts";
import { bareHeaders } from "./security-headers.ts";

type Head = { status: number; headers?: Record<string, string> };

const unexpectedError = messages.unexpectedError.title;

/** Answers GET and HEAD (whose body Hono takes away) from the table. */
export function answerPage(pages: StaticPages, request: Request): Response {
  const url = new URL(request.url);
  const path = decode(url.pathname);
  if (path === undefined) return answerMalformed(pages, request);
  const file = path.startsWith("/") ? pages.get(path) : undefined;
  if (file !== undefined) return answerFile(file, request);
  if (url.pathname.endsWith("/") && pages.has(withoutSlash(path)))
    return redirect(withoutSlash(url.pathname) + url.search);
  return answerNotFound(pages, request);
}

/** The error page, with what went wrong told by the status alone. */
export function answerErrorPage(pages: StaticPages, request: Request, head: Head): Response {
  return answerSpecial(pages.get(errorPage), request, head, unexpectedError);
}

function answerMalformed(pages: StaticPages, request: Request): Response {
  return answerSpecial(pages.get(malformedPage), request, { status: 400 }, unexpectedError);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function answerFile(file: PreparedFile, request: Request): Response {
  const chosen = choose(file, request);
  if (chosen === undefined) return new Response(null, { status: 500, headers: bareHeaders });
  return matches(request.headers.get("if-none-match"), chosen.etag)
    ? new Response(null, { status: 304, headers: notModifiedHeaders(chosen) })
    : new Response(chosen.body, { headers: chosen.headers });
}

function choose(file: PreparedFile, request: Request): Variant | undefined {
  const header = request.headers.get("accept-encoding") ?? undefined;
  return file.get(chooseEncoding(header, [...file.keys()]));
}

/** Compared weakly, as RFC 9110 asks: a proxy that compressed again has put `W/` before it. */
function matches(header: string | null, etag: string): boolean {
  const known = (header ?? "").split(",").map((text) => text.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

function notModifiedHeaders({ headers }: Variant): Record<string, string> {
  const dropped = ["Content-Type", "Content-Length", "Content-Encoding"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name)));
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/** Never to another site: it is a path of the table, which has none that begins with two slashes. */
function redirect(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { ...bareHeaders, Location: location },
  });
}

function answerNotFound(pages: StaticPages, request: Request): Response {
  return answerSpecial(pages.get(notFoundPage), request, { status: 404 }, messages.notFound.title);
}

function answerSpecial(
  file: PreparedFile | undefined,
  request: Request,
  head: Head,
  plainText: string,
): Response {
  const chosen = file && choose(file, request);
  if (chosen === undefined)
    return new Response(plainText, { ...head, headers: { ...bareHeaders, ...head.headers } });
  const { ETag: _, ...headers } = chosen.headers;
  return new Response(chosen.body, {
    ...head,
    headers: { ...headers, ...head.headers, ...chosen.security },
  });
}
