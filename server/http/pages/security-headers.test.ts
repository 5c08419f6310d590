import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bareHeaders, pageHeaders } from "./security-headers.ts";

const site = "https://black.example";
const style = "main{color:red}\n";
const script = 'import("/assets/a.js")';
const data = '{"@type":"Event"}';
const form = '<form method="post" action="/functions/v1/x">';

test("what stands in a page may run, by its own bytes, and nothing else may", () => {
  const page = `<style>${style}</style><script type="module" src="/a.js" async></script><script>${script}</script><script type="application/ld+json">${data}</script>${form}`;
  expect(directives([page], site)).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'", sha256(script)],
    "style-src": [sha256(style)],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
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

test("a page whose forms post elsewhere may send sign-ups there, by form and by script", () => {
  const page = '<form class="a" action="https://fn.example/functions/v1/x" method="post">';
  const { "form-action": forms, "connect-src": sending } = directives([page, page], site);
  expect(forms).toEqual(["'self'", "https://fn.example"]);
  expect(sending).toEqual(["'self'", "https://fn.example"]);
});

test("a page whose styles contain fonts may load data: URIs as fonts, and as nothing else", () => {
  const page = `<style>@font-face{src:url(data:font/woff2;base64,AA==)}</style>`;
  const { "font-src": fonts, "img-src": pictures } = directives([page, page], site);
  expect(fonts).toEqual(["'self'", "data:"]);
  expect(pictures).toEqual(["'self'"]);
});

test("several pages under one rule have what stands in any of them", () => {
  const pages = ["a{}", "b{}", "a{}"].map((text) => `<style>${text}</style>`);
  expect(directives(pages, site)["style-src"]).toEqual([sha256("a{}"), sha256("b{}")]);
});

test.each([
  ...["browsing-topics", "camera", "clipboard-read", "geolocation", "hid"],
  ...["local-fonts", "microphone", "payment", "publickey-credentials-get", "serial", "usb"],
])("no page may use %s", (feature) => {
  expect(pageHeaders([form], site)["Permissions-Policy"]).toMatch(
    new RegExp(`(^|, )${feature}=\\(\\)(,|$)`),
  );
});

test("on plain http nobody is sent to https", () => {
  expect(directives([form], "http://localhost:3000")).not.toHaveProperty(
    "upgrade-insecure-requests",
  );
});

test("what is no page can neither do anything nor be framed", () => {
  expect(bareHeaders["Content-Security-Policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

function directives(pages: string[], siteUrl: string): Record<string, string[]> {
  const policy = pageHeaders(pages, siteUrl)["Content-Security-Policy"] ?? "";
  const parts = policy.split("; ").map((directive) => directive.split(" "));
  return Object.fromEntries(parts.map(([name = "", ...sources]) => [name, sources]));
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
