import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openApp } from "#tests/support/app/app.ts";
import { pageHeaders, redirectElsewhere, securityTxtPath } from "./security.ts";

const site = "https://black.example";
const style = "main{color:red}\n";
const script = 'import("/assets/a.js")';
const data = '{"@type":"Event"}';
const form = '<form method="post" action="/functions/v1/x">';

test("a page may use its own inline scripts and styles, and no others", () => {
  const page = `<style>${style}</style><script type="module" src="/a.js" async></script><script>${script}</script><script type="application/ld+json">${data}</script>${form}`;
  expect(directives([page], site)).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'", sha256(script)],
    "style-src": [sha256(style)],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "frame-src": ["https://www.youtube-nocookie.com"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "trusted-types": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "upgrade-insecure-requests": [],
  });
});

test("a page whose forms post to another origin may send sign-ups there", () => {
  const page = '<form class="a" action="https://fn.example/functions/v1/x" method="post">';
  const { "form-action": forms, "connect-src": sending } = directives([page, page], site);
  expect(forms).toEqual(["'self'", "https://fn.example"]);
  expect(sending).toEqual(["'self'", "https://fn.example"]);
});

test.each([
  [
    "https://sala.example/aula–ao–vivo?x=“a”",
    "/aula%E2%80%93ao%E2%80%93vivo?x=%E2%80%9Ca%E2%80%9D",
  ],
  ["https://sala.example/aula🎓", "/aula%F0%9F%8E%93"],
  ["https://sala.example/inscrição", "/inscri%C3%A7%C3%A3o"],
  ["https://sala.example/a\0b", "/a%00b"],
  ["https://sala.example/a%20b%zz", "/a%20b%zz"],
  [
    "https://sala.example/j/1?pwd=a.b-c_d~e'f&g=h%2Fi#sucesso",
    "/j/1?pwd=a.b-c_d~e%27f&g=h%2Fi#sucesso",
  ],
])("a redirect to %j is one header that browsers understand", (address, path) => {
  const answer = redirectElsewhere(address);
  expect(answer?.status).toBe(302);
  expect(answer?.headers.get("location")).toBe(`https://sala.example${path}`);
});

test("an address that no browser can open is no redirect", () => {
  expect(redirectElsewhere("https://sala.example:99999/aula")).toBeUndefined();
});

const now = Date.UTC(2026, 10, 11);
const yearMs = 365 * 24 * 60 * 60_000;

test("security.txt names the address for reports, as RFC 9116 asks", async () => {
  const answer = await ask("seguranca@black.example");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:seguranca@black\.example$/m);
  expect(text).toMatch(/^Canonical: https:\/\/black\.example\/\.well-known\/security\.txt$/m);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(now);
  expect(expires).toBeLessThan(now + yearMs);
});

test("there is no security.txt while content holds a sample address", async () => {
  expect((await ask(undefined)).status).toBe(404);
});

function directives(pages: string[], siteUrl: string): Record<string, string[]> {
  const policy = pageHeaders(pages, siteUrl)["Content-Security-Policy"] ?? "";
  const parts = policy.split("; ").map((directive) => directive.split(" "));
  return Object.fromEntries(parts.map(([name = "", ...sources]) => [name, sources]));
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

async function ask(securityContact: string | undefined): Promise<Response> {
  const { app } = await openApp({ securityContact, siteUrl: site, clock: () => now });
  return app.request(securityTxtPath);
}
