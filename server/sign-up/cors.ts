import { contextHeader, idempotencyHeader } from "#lead/contract.ts";
import { neverCached, requestIdHeader } from "#server/http/headers.ts";

/**
 * The request headers that a page of another allowed origin may send: those of our own pages, and those that Supabase's
 * client adds.
 */
const allowedHeaders = [
  "authorization",
  "apikey",
  "content-type",
  "x-client-info",
  "x-region",
  requestIdHeader.toLowerCase(),
  idempotencyHeader,
  contextHeader,
].join(", ");

const preflightSeconds = 86_400;

const allowOrigin = "Access-Control-Allow-Origin";

/** The headers that every response needs, errors too: without them the browser hides an error from the page. */
export function originHeaders(
  origin: string | null,
  allowed: readonly string[],
): Record<string, string> {
  if (origin === null || !allowed.includes(origin)) return { Vary: "Origin" };
  return {
    [allowOrigin]: origin,
    "Access-Control-Expose-Headers": `Retry-After, ${requestIdHeader}`,
    Vary: "Origin",
  };
}

/**
 * Answers the browser's question whether a page may send a sign-up. An origin that is not allowed gets no permissions,
 * so the browser does not send the sign-up.
 */
export function answerPreflight(headers: Record<string, string>): Response {
  const permissions = allowOrigin in headers ? preflightPermissions : {};
  return new Response(null, {
    status: 204,
    headers: { ...headers, ...permissions, ...neverCached },
  });
}

const preflightPermissions = {
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": allowedHeaders,
  "Access-Control-Max-Age": String(preflightSeconds),
};

/**
 * Whether a page of another site sent this request: browsers say so in `Sec-Fetch-Site`, older ones only in `Origin`.
 * Pages of allowed origins count as ours; so does a program that sends neither, because it could send any value.
 */
export function isFromElsewhere(headers: Headers, allowedOrigins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "same-origin") return false;
  if (origin !== null) return !allowedOrigins.includes(origin);
  return site !== null && site !== "none";
}
