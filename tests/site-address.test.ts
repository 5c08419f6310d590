import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { plainText } from "#tests/support/built/visible-text.ts";

// One build, started at two addresses.

const addresses = ["https://um.example", "https://www.dois.example:8443"] as const;
const textPaths = ["/robots.txt", "/sitemap.xml", calendarFilePath];
const pagePaths = [paths.landing, paths.privacy, paths.terms, paths.received];

let sites: readonly { address: string; site: RunningSite }[] = [];

beforeAll(async () => {
  const start = async (address: string) => ({
    address,
    site: await startSite({ SITE_URL: address }),
  });
  sites = await Promise.all(addresses.map(start));
});
afterAll(() => Promise.all(sites.map(({ site }) => site.stop())));

test("search engines, messengers and calendars get the address of the server", async () => {
  for (const { address, site } of sites) {
    for (const path of [paths.landing, paths.privacy, paths.terms]) {
      const { text } = await ask(site, path);
      expect(text).toContain(`<link rel="canonical" href="${address}${path}"/>`);
      expect(text).toContain(`<meta property="og:url" content="${address}${path}"/>`);
      expect(text).toContain(`content="${address}/pictures/social.jpg"`);
    }
    expect((await ask(site, paths.landing)).text).toContain(`"url":"${address}${paths.live}"`);
    expect((await ask(site, "/robots.txt")).text).toContain(`Sitemap: ${address}/sitemap.xml`);
    const sitemap = (await ask(site, "/sitemap.xml")).text;
    expect(sitemap.match(/<loc>[^<]*/g)).toEqual(
      [paths.landing, paths.privacy, paths.terms].map((path) => `<loc>${address}${path}`),
    );
    const calendar = (await ask(site, calendarFilePath)).text.replaceAll("\r\n ", "");
    expect(calendar).toContain(`URL:${address}${paths.live}`);
  }
});

test("the links after a sign-up name the address of the server", async () => {
  for (const { address, site } of sites) {
    const html = plainText((await ask(site, paths.received)).text);
    expect(html).toContain(encodeURIComponent(`${address}/?utm_source=indicacao`));
    expect(html).toContain(encodeURIComponent(`${address}${paths.live}`));
  }
});

test("nothing names the address for which the site was built", async () => {
  for (const { site } of sites)
    for (const path of [...pagePaths, ...textPaths])
      expect((await ask(site, path)).text).not.toContain("localhost");
});

test("what names the address is compressed, has a valid ETag, and is allowed by its policy", async () => {
  for (const { site } of sites)
    for (const path of [...pagePaths, "/sitemap.xml", calendarFilePath]) {
      const { text, headers } = await ask(site, path);
      expect(headers.get("content-encoding"), path).toBe("br");
      expect((await ask(site, path, { "accept-encoding": "gzip" })).text).toBe(text);
      expect((await ask(site, path, { "accept-encoding": "identity" })).text).toBe(text);
      const known = await ask(site, path, { "if-none-match": headers.get("etag") ?? "" });
      expect(known.status).toBe(304);
      const policy = headers.get("content-security-policy");
      for (const code of codeIn(text)) expect(policy).toContain(sha256(code));
    }
});

test("two addresses of one build have two ETags", async () => {
  for (const path of [...pagePaths, ...textPaths]) {
    const etags = await Promise.all(
      sites.map(async ({ site }) => (await ask(site, path)).headers.get("etag")),
    );
    expect(new Set(etags).size, path).toBe(sites.length);
  }
});

async function ask(site: RunningSite, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, {
    headers: { "accept-encoding": "br", ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The styles of a page, and its scripts except data. */
function codeIn(html: string): string[] {
  const code = /<(?:style|script(?![^>]* type="application))[^>]*>(.*?)<\/(?:style|script)>/gs;
  return [...html.matchAll(code)].map(([, text = ""]) => text);
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
