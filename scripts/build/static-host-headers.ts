import { cacheControl } from "#server/pages/files.ts";
import { pageHeaders } from "#server/pages/security.ts";

/**
 * The rule of a `_headers` file (Netlify, Cloudflare Pages) that gives a static host the security headers of our own
 * server. There is one rule for all URLs, because hosts join the headers of two rules that match a URL, and browsers
 * then apply both policies.
 */
export function securityRule(pages: readonly string[], siteUrl: string): string {
  const headers = Object.entries(pageHeaders(pages, siteUrl));
  return ["/*", ...headers.map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}

/**
 * The rules of a `_headers` file (Netlify, Cloudflare Pages) that let a static host cache as our own server does. Each
 * URL has only one such rule, because hosts join the headers of two rules that match a URL.
 */
export function cachingRules(files: readonly string[]): string {
  const addresses = new Map(files.toSorted().map((file) => [addressOf(file), cacheControl(file)]));
  return [...addresses]
    .map(([address, value]) => `${address}\n  Cache-Control: ${value}`)
    .join("\n");
}

/** The URL of a rule: one for all files of a folder of pictures or assets; for a page its URL without `index.html`. */
function addressOf(file: string): string {
  const folder = /^(?:assets|pictures)\//.exec(file)?.[0];
  return folder ? `/${folder}*` : `/${file.replace(/(?:^|\/)index\.html$/, "")}`;
}
