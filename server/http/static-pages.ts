import { chooseEncoding } from "./accept-encoding.ts";
import {
  errorPage,
  malformedPage,
  notFoundPage,
  type PreparedFile,
  type StaticPages,
  type Variant,
} from "./load-pages.ts";

/** Answers GET and HEAD (whose body Hono takes away) from the table. */
export function answerPage(pages: StaticPages, request: Request): Response {
  const url = new URL(request.url);
  const path = decode(url.pathname);
  if (path === undefined) return answerErrorPage(pages, request, 400);
  const file = path.startsWith("/") ? pages.get(path) : undefined;
  if (file !== undefined) return answerFile(file, request);
  if (url.pathname.endsWith("/") && pages.has(withoutSlash(path)))
    return redirect(withoutSlash(url.pathname) + url.search);
  return answerNotFound(pages, request);
}

/** The error page, with what went wrong told by the status alone. */
export function answerErrorPage(pages: StaticPages, request: Request, status: 400 | 500): Response {
  const page = pages.get(status === 400 ? malformedPage : errorPage);
  return answerSpecial(page, request, status, "Unexpected Application Error!");
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
  if (chosen === undefined) return new Response(null, { status: 500 });
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
  return new Response(null, { status: 308, headers: { Location: location } });
}

function answerNotFound(pages: StaticPages, request: Request): Response {
  return answerSpecial(pages.get(notFoundPage), request, 404, "Oops! Page not found");
}

function answerSpecial(
  file: PreparedFile | undefined,
  request: Request,
  status: 400 | 404 | 500,
  plainText: string,
): Response {
  const chosen = file && choose(file, request);
  if (chosen === undefined) return new Response(plainText, { status });
  const { ETag: _, ...headers } = chosen.headers;
  return new Response(chosen.body, { status, headers });
}
