import { createHash } from "node:crypto";
import { links } from "#content/links.ts";
import { dayMs } from "#event/time-zone.ts";

const oneYearSeconds = 31_536_000;

export const commonHeaders = {
  // This header has no `includeSubDomains`, because a subdomain may belong to another service, whose owner must
  // decide.
  "Strict-Transport-Security": `max-age=${oneYearSeconds}`,
  "X-Content-Type-Options": "nosniff",
  // Pages send at least their origin as referrer, because YouTube's player refuses to play in a page that sends less.
  "Referrer-Policy": "strict-origin-when-cross-origin",
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

/** The headers of a page that is made for one request only, and that no search engine may list. */
export const forOneRequest = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Redirects to another site. Returns undefined for an address that no browser can open. */
export function redirectElsewhere(address: string): Response | undefined {
  if (!URL.canParse(address)) return undefined;
  // A header cannot contain some characters of an address, such as a long dash: in `href` such characters are
  // percent-encoded.
  const headers = { ...nonPageHeaders, ...forOneRequest, Location: new URL(address).href };
  return new Response(null, { status: 302, headers });
}

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The only other site that a page may show in a frame. The frame is loaded when a visitor starts a video. */
const videoPlatform = new URL(links.videoPlayer).origin;

/**
 * The browser features that no page may use, not even by a script of an attacker. The list is short, because the first
 * screen and its headers are sent at once (decision 0020).
 */
export const permissionsPolicy = "camera=(), geolocation=(), microphone=()";

/**
 * The security headers, which allow exactly the scripts and styles in the final bytes of `pages`. The server passes one
 * page; for a static host all pages share one policy, because its rules are for URLs and cannot tell a 404 page apart.
 */
export function pageHeaders(pages: readonly string[], siteUrl: string): SecurityHeaders {
  return {
    ...commonHeaders,
    "Permissions-Policy": permissionsPolicy,
    "Content-Security-Policy": policy(pages.map(sourcesOf), siteUrl),
  };
}

type PageSources = { scripts: string[]; styles: string[]; fonts: string[]; formOrigins: string[] };

/**
 * Matches a script whose code is inside the page. A script from a URL does not match, nor does data, which browsers
 * never run (HTML, "data block").
 */
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gs;
const inlineFont = /url\((data:)font\//g;
const formElsewhere = /<form[^>]*\saction="(https?:\/\/[^"]+)"/g;

/**
 * What the policy must allow for a page. The forms post to the lead function: at the page's own origin, or at another
 * origin that is written in the page.
 */
function sourcesOf(html: string): PageSources {
  return {
    scripts: [...html.matchAll(inlineScript)].map(hash),
    styles: [...html.matchAll(inlineStyle)].map(hash),
    fonts: [...html.matchAll(inlineFont)].map(([, scheme = ""]) => scheme),
    formOrigins: [...html.matchAll(formElsewhere)].map(originOf),
  };
}

function hash([, text = ""]: RegExpMatchArray): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function originOf([, address = ""]: RegExpMatchArray): string {
  return new URL(address).origin;
}

function policy(pages: readonly PageSources[], siteUrl: string): string {
  const all = (part: keyof PageSources) => [...new Set(pages.flatMap((page) => page[part]))];
  const formOrigins = all("formOrigins");
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...all("scripts")].join(" "),
    `style-src ${all("styles").join(" ") || "'none'"}`,
    "img-src 'self'",
    ["font-src 'self'", ...all("fonts")].join(" "),
    ["connect-src 'self'", ...formOrigins].join(" "),
    `frame-src ${videoPlatform}`,
    ["form-action 'self'", ...formOrigins].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
    // Browsers upgrade requests to https only if the site itself has https: at an http URL Safari would upgrade even
    // requests to localhost, and nothing answers https there.
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}

/** The path of the file that says where to report a security weakness: https://www.rfc-editor.org/rfc/rfc9116 */
export const securityTxtPath = "/.well-known/security.txt";

/**
 * How long security.txt is valid: RFC 9116 advises less than a year. The date is set in each response, so the file
 * never expires on a running server.
 */
const validDays = 180;

export function answerSecurityTxt(contact: string, siteUrl: string, now: number): Response {
  const expires = new Date(now + validDays * dayMs).toISOString();
  const own = `${siteUrl}${securityTxtPath}`;
  const text = `Contact: mailto:${contact}\nExpires: ${expires}\nPreferred-Languages: pt, en\nCanonical: ${own}\n`;
  return new Response(text, {
    headers: { ...neverCached, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** The token in the header `Authorization: Bearer <token>`. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
}
