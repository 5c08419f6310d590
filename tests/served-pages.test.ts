import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { addContactPath } from "#lead/contract.ts";
import { plainText } from "#tests/support/built/visible-text.ts";
import { overrun } from "./budgets.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";

/** This address differs from the address for which the site was built. */
const siteUrl = "https://black.example:8443";
const pagePaths = [paths.landing, paths.privacy, paths.terms, paths.received];
const form = { "content-type": "application/x-www-form-urlencoded" };
const typed = { apikey: links.publicKey, name: "Ana", email: "nowhere", whatsapp: "1" };

const pages: [string, number, RequestInit?][] = [
  ["/", 200],
  ["/politica-privacidade", 200],
  ["/termos-uso", 200],
  ["/inscricao-recebida", 200],
  ["/nao-existe", 404],
  ["/%E0%A4%A", 400],
  [addContactPath, 422, { method: "POST", headers: form, body: `${new URLSearchParams(typed)}` }],
];

const nonPages: [string, number, RequestInit?][] = [
  ["/favicon.svg", 200],
  ["/assets/besley-2.woff2", 200],
  ["/pictures/social.jpg", 200],
  ["/termos-uso/", 308],
  ["/", 405, { method: "DELETE" }],
  ["/black-ahsd.ics", 200],
  ["/agora", 200],
  ["/healthz", 200],
  ["/readyz", 200],
  [addContactPath, 401, { method: "POST" }],
];

let site: RunningSite;

beforeAll(async () => {
  site = await startSite({ SITE_URL: `${siteUrl}/` });
});
afterAll(() => site.stop());

test.each(pages)(
  "the page at %s (%i) may load only its own scripts, styles and pictures, and the video player",
  async (path, status, init) => {
    const answer = await ask(path, init);
    expect(answer.status).toBe(status);
    expectPageHeaders(answer.headers);
    expect(scriptAddresses(answer.html).filter((address) => !/^\/[^/]/.test(address))).toEqual([]);
  },
);

test.each(nonPages)(
  "%s (%i) may load nothing, may not be framed and has only the type that it names",
  async (path, status, init) => {
    const { status: answered, headers } = await ask(path, init);
    expect(answered).toBe(status);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expectCommonHeaders(headers);
    if (!/^\/(?:favicon|assets|pictures|black-ahsd|termos|$)/.test(path))
      expect(headers.get("cache-control")).toBe("no-store");
  },
);

test("the headers of the landing page leave room for its first screen", async () => {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: black.example\r\nAccept-Encoding: br\r\n\r\n");
  const [first] = await once(socket, "data");
  socket.destroy();
  const bytes = String(first).indexOf("\r\n\r\n") + 4;
  expect(bytes).toBeGreaterThan(500);
  expect(overrun("headers of the document", [{ name: "/", bytes }])).toBeUndefined();
});

test("the rule for a static host has the headers of our server, with one policy for all pages", async () => {
  const text = await readFile("dist/_headers", "utf8");
  const [, rule = ""] =
    /^\/\*\n((?: .*\n)+)\/assets\/\*\n {2}Cache-Control: .*immutable\n$/.exec(text) ?? [];
  const lines = rule.trimEnd().split("\n");
  const headers = new Headers(lines.map((line): [string, string] => pair(line)));
  expectPageHeaders(headers);
  const { headers: ours } = await ask("/");
  for (const [name, value] of headers)
    if (name !== "content-security-policy") expect(ours.get(name), name).toBe(value);
  // The pages in dist/ were built for http, so they do not have this rule.
  for (const source of sourcesIn(ours).filter((one) => one !== "upgrade-insecure-requests"))
    expect(sourcesIn(headers)).toContain(source);
});

test("search engines, messengers and calendars get the address of the server", async () => {
  const shared = [paths.landing, paths.privacy, paths.terms];
  for (const path of shared) {
    const { html } = await ask(path);
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${path}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${siteUrl}${path}"/>`);
    expect(html).toContain(`content="${siteUrl}/pictures/social.jpg"`);
  }
  expect((await ask(paths.landing)).html).toContain(`"url":"${siteUrl}${paths.live}"`);
  expect((await ask("/robots.txt")).html).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  const sitemap = (await ask("/sitemap.xml")).html;
  expect(sitemap.match(/<loc>[^<]*/g)).toEqual(shared.map((path) => `<loc>${siteUrl}${path}`));
  const calendar = (await ask(calendarFilePath)).html.replaceAll("\r\n ", "");
  expect(calendar).toContain(`URL:${siteUrl}${paths.live}`);
});

test("the links after a sign-up name the address of the server", async () => {
  const { html } = await ask(paths.landing);
  expect(plainText(html)).toContain(encodeURIComponent(`${siteUrl}/?utm_source=indicacao`));
  const received = plainText((await ask(paths.received)).html);
  expect(received).toContain(encodeURIComponent(`${siteUrl}${paths.live}`));
});

test("nothing names the address for which the site was built", async () => {
  for (const path of [...pagePaths, "/robots.txt", "/sitemap.xml", calendarFilePath])
    expect((await ask(path)).html).not.toContain("localhost");
});

test("what names the address is compressed, has a valid ETag, and is allowed by its policy", async () => {
  const askIn = (path: string, headers: Record<string, string>) => ask(path, { headers });
  for (const path of [...pagePaths, "/sitemap.xml", calendarFilePath]) {
    const br = { "accept-encoding": "br" };
    const encoding = async () => (await askIn(path, br)).headers.get("content-encoding");
    await expect.poll(encoding, { timeout: 30_000 }).toBe("br");
    const { html, headers } = await askIn(path, br);
    expect((await askIn(path, { "accept-encoding": "gzip" })).html).toBe(html);
    expect((await askIn(path, { "accept-encoding": "identity" })).html).toBe(html);
    const known = await askIn(path, { ...br, "if-none-match": headers.get("etag") ?? "" });
    expect(known.status).toBe(304);
    const policy = headers.get("content-security-policy");
    for (const code of codeIn(html)) expect(policy).toContain(sha256(code));
  }
});

function expectPageHeaders(headers: Headers): void {
  // server/pages/security.test.ts tests the whole policy.
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]+=*')*; style-src( 'sha256-[\w+/]+=*')+; img-src 'self'; /,
  );
  expect(policy).toContain(`; frame-src ${new URL(links.videoPlayer).origin}; `);
  expect(policy).toContain("; frame-ancestors 'none'; ");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expectCommonHeaders(headers);
}

function expectCommonHeaders(headers: Headers): void {
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  // This header would make a browser start a new process and paint the page later: see docs/decisions/0020.
  expect(headers.get("cross-origin-opener-policy")).toBeNull();
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("set-cookie")).toBeNull();
  expect(headers.get("access-control-allow-credentials")).toBeNull();
}

function scriptAddresses(html: string): string[] {
  return [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, address = ""]) => address);
}

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${site.url}${path}`, { redirect: "manual", ...init });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

function pair(line: string): [string, string] {
  const at = line.indexOf(": ");
  return [line.slice(0, at).trim(), line.slice(at + 2)];
}

function sourcesIn(headers: Headers): string[] {
  return (headers.get("content-security-policy") ?? "").split(/; | /);
}

/** The styles and scripts of a page, without data for search engines. */
function codeIn(html: string): string[] {
  const code = /<(?:style|script(?![^>]* type="application))[^>]*>(.*?)<\/(?:style|script)>/gs;
  return [...html.matchAll(code)].map(([, text = ""]) => text);
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
