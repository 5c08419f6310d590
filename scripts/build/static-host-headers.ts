import { cacheControl } from "#server/http/pages/file-headers.ts";
import { pageHeaders } from "#server/http/pages/security-headers.ts";

/**
 * The rule of a `_headers` file, as Netlify and Cloudflare Pages read it, that gives a static host the headers our
 * own server sends. One rule for all addresses: two that match would be joined, and two policies both hold.
 */
export function securityRule(pages: readonly string[], siteUrl: string): string {
  const headers = Object.entries(pageHeaders(pages, siteUrl));
  return ["/*", ...headers.map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}

/**
 * The rules of a `_headers` file, as Netlify and Cloudflare Pages read it, that let a static host cache as our own
 * server does. A header of two rules that match would be joined: so each address has one rule.
 */
export function cachingRules(files: readonly string[]): string {
  const addresses = new Map(files.toSorted().map((file) => [addressOf(file), cacheControl(file)]));
  return [...addresses]
    .map(([address, value]) => `${address}\n  Cache-Control: ${value}`)
    .join("\n");
}

/** Folders of pictures and assets as a whole, a page without its `index.html`. */
function addressOf(file: string): string {
  const folder = /^(?:assets|pictures)\//.exec(file)?.[0];
  return folder ? `/${folder}*` : `/${file.replace(/(?:^|\/)index\.html$/, "")}`;
}
