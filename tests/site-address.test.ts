import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { readConfig } from "#server/config.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postJson } from "#tests/support/app/posting.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { plainText } from "#tests/support/built/visible-text.ts";
import { ana } from "#tests/support/people.ts";

// One build, started at two addresses.

const textPaths = ["/robots.txt", "/sitemap.xml", calendarFilePath];
const pagePaths = [paths.landing, paths.privacy, paths.terms, paths.received];

const platform = { RAILWAY_PUBLIC_DOMAIN: "um.up.railway.app" };
const visitor = "203.0.113.9";

const starts = [
  { address: "https://um.example:8443", settings: { SITE_URL: "https://um.example:8443/" } },
  { address: "https://um.up.railway.app", settings: platform },
];

let sites: readonly { address: string; site: RunningSite }[] = [];

beforeAll(async () => {
  const start = async ({ address, settings }: (typeof starts)[number]) => ({
    address,
    site: await startSite(settings),
  });
  sites = await Promise.all(starts.map(start));
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
    const { text } = await ask(site, paths.landing);
    expect(plainText(text)).toContain(encodeURIComponent(`${address}/?utm_source=indicacao`));
    const received = plainText((await ask(site, paths.received)).text);
    expect(received).toContain(encodeURIComponent(`${address}${paths.live}`));
  }
});

test("nothing names the address for which the site was built", async () => {
  for (const { site } of sites)
    for (const path of [...pagePaths, ...textPaths])
      expect((await ask(site, path)).text).not.toContain("localhost");
});

test.each([
  ["without a proxy", "198.51.100.7", "6.6.6.6", {}, "198.51.100.7"],
  ["behind the proxy of a platform", "10.0.0.2", `6.6.6.6, ${visitor}`, platform, visitor],
  [
    "behind one more",
    "10.0.0.2",
    `${visitor}, 192.0.2.1`,
    { ...platform, TRUSTED_PROXIES: "2" },
    visitor,
  ],
])("%s the limits count the visitor's own address", async (_, peer, forwardedFor, env, own) => {
  const limited: string[] = [];
  const read = readConfig(env);
  const { app } = await openApp({
    ...(read.kind === "config" && read.config),
    limits(address) {
      limited.push(address);
      return { kind: "free" };
    },
  });
  const headers = { "x-forwarded-for": forwardedFor };
  await postJson(app, ana, headers, { incoming: { socket: { remoteAddress: peer } } });
  expect(limited).toEqual([own]);
});

test("what names the address is compressed, has a valid ETag, and is allowed by its policy", async () => {
  for (const { site } of sites)
    for (const path of [...pagePaths, "/sitemap.xml", calendarFilePath]) {
      const encoding = async () => (await ask(site, path)).headers.get("content-encoding");
      await expect.poll(encoding, { timeout: 30_000 }).toBe("br");
      const { text, headers } = await ask(site, path);
      expect((await ask(site, path, { "accept-encoding": "gzip" })).text).toBe(text);
      expect((await ask(site, path, { "accept-encoding": "identity" })).text).toBe(text);
      const known = await ask(site, path, { "if-none-match": headers.get("etag") ?? "" });
      expect(known.status).toBe(304);
      const policy = headers.get("content-security-policy");
      for (const code of codeIn(text)) expect(policy).toContain(sha256(code));
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
