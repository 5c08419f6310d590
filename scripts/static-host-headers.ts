import { pageHeaders } from "#server/http/security-headers.ts";

/**
 * The rule of a `_headers` file, as Netlify and Cloudflare Pages read it, that gives a static host the headers our
 * own server sends. One rule for all addresses: two that match would be joined, and two policies both hold.
 */
export function securityRule(pages: readonly string[], siteUrl: string): string {
  const headers = Object.entries(pageHeaders(pages, siteUrl));
  return ["/*", ...headers.map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}
