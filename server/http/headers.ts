import { createHash, timingSafeEqual } from "node:crypto";

const oneYearSeconds = 31_536_000;

export const commonHeaders = {
  // This header has no `includeSubDomains`, because a subdomain may belong to another service, which must decide for
  // itself.
  "Strict-Transport-Security": `max-age=${oneYearSeconds}`,
  "X-Content-Type-Options": "nosniff",
  // Pages send at least their origin as referrer, because YouTube's player refuses to play in a page that sends less.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * The headers of each response that is not a page. If a browser shows such a response as a page all the same, it can
 * load and run nothing.
 */
export const nonPageHeaders = {
  ...commonHeaders,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/** The headers of each response that is not a page and that is valid for one request only. */
export const neverCached = { ...nonPageHeaders, "Cache-Control": "no-store" };

/** The headers of a page that is as it is for one request only, and that no search engine may list. */
export const forOneRequest = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Redirects to another site. Returns undefined for an address that no browser can open. */
export function redirectElsewhere(address: string): Response | undefined {
  if (!URL.canParse(address)) return undefined;
  // A header cannot hold every character of an address, such as a long dash: `href` has them percent-encoded.
  const headers = { ...nonPageHeaders, ...forOneRequest, Location: new URL(address).href };
  return new Response(null, { status: 302, headers });
}

/** The status and the headers of a response; its body is JSON or a page. */
export type AnswerHead = { status: number; headers?: Record<string, string> };

export const requestIdHeader = "X-Request-Id";

/** The token in `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
}

/** Whether a request has this secret as its token. How long the comparison takes tells nothing about the secret. */
export function hasToken(headers: Headers, token: string | undefined): boolean {
  const given = bearerToken(headers);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** Turns a text into bytes of a fixed length, because `timingSafeEqual` needs two values of equal length. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
