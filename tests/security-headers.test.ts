import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { securityRule } from "#scripts/build/static-host-headers.ts";
import { buildIfChanged } from "#scripts/setup/build-if-changed.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { observatoryScore } from "./support/built/http-observatory.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";

const buildTimeLimitMs = 60_000;
const siteUrl = "https://black.example";
const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { apikey: links.publicKey, "content-type": "application/json" };
const typed = { apikey: links.publicKey, name: "Ana", email: "nowhere", whatsapp: "1" };

const pages: [string, number, RequestInit?][] = [
  ["/", 200],
  ["/politica-privacidade", 200],
  ["/termos-uso", 200],
  ["/inscricao-recebida", 200],
  ["/nao-existe", 404],
  ["/%E0%A4%A", 400],
  [addContactPath, 422, { method: "POST", headers: form, body: `${new URLSearchParams(typed)}` }],
  [addContactPath, 415, { method: "POST", headers: { accept: "text/html" }, body: "" }],
];

const others: [string, number, RequestInit?][] = [
  ["/favicon.svg", 200],
  ["/assets/besley-2.woff2", 200],
  ["/pictures/social.jpg", 200],
  ["/termos-uso/", 308],
  ["/", 405, { method: "DELETE" }],
  ["/healthz", 200],
  ["/readyz", 200],
  ["/metrics", 200],
  [addContactPath, 200, { method: "POST", headers: json, body: JSON.stringify(lead("a")) }],
  [addContactPath, 303, { method: "POST", headers: form, body: `${formOf(lead("b"))}` }],
  [addContactPath, 204, { method: "OPTIONS" }],
  [addContactPath, 401, { method: "POST" }],
  [addContactPath, 405],
];

let site: RunningSite;

beforeAll(async () => {
  const { ok, output } = await oneAtATime(() => buildIfChanged());
  expect(ok, output).toBe(true);
  site = await startSite({ SITE_URL: siteUrl });
}, buildTimeLimitMs);
afterAll(() => site.stop());

test.each(pages)("the page at %s (%i) would score 130 or more", async (path, status, init) => {
  const answer = await ask(path, init);
  expect(answer.status).toBe(status);
  const { score, modifiers } = observatoryScore(answer);
  expect(score, JSON.stringify(modifiers)).toBeGreaterThanOrEqual(130);
  expect(answer.headers.get("permissions-policy")).toContain("camera=()");
  expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
});

test.each(others)(
  "%s (%i) can do nothing, be framed by nobody and be taken for nothing else",
  async (path, status, init) => {
    const { status: told, headers } = await ask(path, init);
    expect(told).toBe(status);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    if (!/^\/(?:favicon|assets|pictures|termos|$)/.test(path))
      expect(headers.get("cache-control")).toBe("no-store");
  },
);

test("a static host is told the same as our server says, for all pages at once", async () => {
  const html = await readFile("dist/index.html", "utf8");
  const notFound = await readFile("dist/404.html", "utf8");
  const [address, ...lines] = securityRule([html, notFound], siteUrl).split("\n");
  expect(address).toBe("/*");
  const headers = new Headers(lines.map((line): [string, string] => pair(line)));
  expect(observatoryScore({ headers, html }).score).toBeGreaterThanOrEqual(130);
  const { headers: ours } = await ask("/");
  for (const [name, value] of headers)
    if (name !== "content-security-policy") expect(ours.get(name), name).toBe(value);
  for (const source of sourcesIn(ours)) expect(sourcesIn(headers)).toContain(source);
});

test.each([
  ["nothing", {}, 30],
  [
    "a policy that allows anything inline",
    { "content-security-policy": "script-src 'unsafe-inline'" },
    35,
  ],
  ["a policy for scripts from anywhere", { "content-security-policy": "default-src https:" }, 35],
])("%s scores as the Observatory does", (_, headers, score) => {
  expect(observatoryScore({ headers: new Headers(headers), html: "" }).score).toBe(score);
});

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${site.url}${path}`, { redirect: "manual", ...init });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

function lead(who: string) {
  return { name: "Ana Lima", email: `${who}@example.com`, whatsapp: "(11) 98765-4321" };
}

function formOf(fields: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ ...fields, apikey: links.publicKey, surface: "popup" });
}

function pair(line: string): [string, string] {
  const at = line.indexOf(": ");
  return [line.slice(0, at).trim(), line.slice(at + 2)];
}

function sourcesIn(headers: Headers): string[] {
  return (headers.get("content-security-policy") ?? "").split(/; | /);
}
