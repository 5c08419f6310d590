import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contentType, loadPages, type StaticPages } from "./files.ts";
import { answerPage } from "./site.ts";

const site = {
  "index.html": "<h1>Home</h1>",
  "index.html.br": "home in brotli",
  "index.html.gz": "home in gzip",
  "termos-uso/index.html": "<h1>Termos</h1>",
  "assets/hydrate-abc123.js": "hydrate()",
  "favicon.svg": "<svg/>",
  "404.html": "<h1>Oops! Page not found</h1>",
  "400.html": "<h1>Unexpected Application Error!</h1>",
  "422.html": "<h1>{{title}}</h1>",
  "500.html": "<h1>Unexpected Application Error!</h1>",
  ".vite/manifest.json": "{}",
};

test("each encoding has its own bytes and its own strong ETag", async () => {
  const pages = await sitePages();
  const plain = get(pages, "/");
  const brotli = get(pages, "/", { "accept-encoding": "br" });
  expect(await plain.text()).toBe("<h1>Home</h1>");
  expect(await brotli.text()).toBe("home in brotli");
  expect(brotli.headers.get("content-encoding")).toBe("br");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
  expect(plain.headers.get("etag")).toMatch(/^"[\w-]+"$/);
  expect(plain.headers.get("etag")).not.toBe(brotli.headers.get("etag"));
});

test("a browser that already has the bytes gets 304 without them", async () => {
  const pages = await sitePages();
  const etag = get(pages, "/").headers.get("etag") ?? "";
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const answer = get(pages, "/", { "if-none-match": header });
    expect(answer.status).toBe(304);
    expect(answer.headers.get("etag")).toBe(etag);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(await answer.text()).toBe("");
  }
  expect(get(pages, "/", { "if-none-match": '"other"' }).status).toBe(200);
  expect(get(pages, "/", { "if-none-match": etag, "accept-encoding": "br" }).status).toBe(200);
});

test.each([
  ["/", "no-cache"],
  ["/termos-uso", "no-cache"],
  ["/assets/hydrate-abc123.js", "public, max-age=31536000, immutable"],
  ["/favicon.svg", "public, max-age=300"],
])("%s has the Cache-Control %s", async (path, cacheControl) => {
  const answer = get(await sitePages(), path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe(cacheControl);
});

test("a slash at the end redirects to the address without it, with its query", async () => {
  const answer = get(await sitePages(), "/termos-uso/?utm_source=bio");
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/termos-uso?utm_source=bio");
});

test.each([
  "/unknown",
  "/404.html",
  "/422.html",
  "/%34%32%32.html",
  "/index.html.br",
  "/.vite/manifest.json",
  "/..%2f..%2fetc%2fpasswd",
  "/__proto__",
  "/%2F",
])("%s is not found", async (path) => {
  const answer = get(await sitePages(), path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("<h1>Oops! Page not found</h1>");
});

test("an address that cannot be decoded gets 400 and the error page", async () => {
  const answer = get(await sitePages(), "/%E0%A4%A");
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe("<h1>Unexpected Application Error!</h1>");
});

test("a page of the version before still gets its script", async () => {
  const folder = await writeFiles({
    "versions/new/dist/index.html": "new",
    "versions/new/dist/assets/app-2.js": "two",
    "versions/old/dist/old/index.html": "old",
    "versions/old/dist/assets/app-1.js": "one",
    "versions/old/dist/assets/app-1.js.br": "one in brotli",
    "versions/old/dist/assets/app-2.js": "of the old version",
  });
  const pages = await pagesIn(join(folder, "versions/new/dist"));
  expect(await get(pages, "/assets/app-2.js").text()).toBe("two");
  expect(await get(pages, "/assets/app-1.js").text()).toBe("one");
  const compressed = get(pages, "/assets/app-1.js", { "accept-encoding": "br" });
  expect(await compressed.text()).toBe("one in brotli");
  expect(get(pages, "/old").status).toBe(404);
});

test.each([
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP ; Q=1", "gzip"],
  ["br;q=0, gzip;q=0.001", "gzip"],
  ["br;q=0.000, gzip;q=0", "identity"],
  ["identity, gzip;q=0.5", "gzip"],
  ["*", "identity"],
  ["zstd", "identity"],
])("with all three encodings, the header %j is answered with %s", async (header, encoding) => {
  const answer = get(await sitePages(), "/", { "accept-encoding": header });
  expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
});

test.each([
  ["index.html", "text/html; charset=utf-8"],
  ["black-ahsd.ics", "text/calendar; charset=utf-8"],
  ["assets/besley-1.woff2", "font/woff2"],
  ["without-ending", "application/octet-stream"],
])("the type of %s is %s", (name, type) => {
  expect(contentType(name)).toBe(type);
});

async function sitePages(): Promise<StaticPages> {
  return pagesIn(await writeFiles(site));
}

async function writeFiles(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function pagesIn(folder: string): Promise<StaticPages> {
  return (await loadPages(folder, "https://black.example")) ?? new Map();
}

function get(pages: StaticPages, path: string, headers: Record<string, string> = {}): Response {
  return answerPage(pages, new Request(`http://localhost${path}`, { headers }));
}
