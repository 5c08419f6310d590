import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Encoding } from "./accept-encoding.ts";
import { cacheControl, contentType } from "./file-headers.ts";
import { bareHeaders, pageHeaders, type SecurityHeaders } from "./security-headers.ts";

/** One file in one encoding: all that depends on its bytes is reckoned once, at the start. */
export type Variant = {
  body: Buffer<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  /** Those of the headers that also hold where the server fills the page in. */
  security: SecurityHeaders;
};
export type PreparedFile = ReadonlyMap<Encoding, Variant>;

/** By path of the address; the pages for errors stand under names that no address can have. */
export type StaticPages = ReadonlyMap<string, PreparedFile>;

export const notFoundPage = "404.html";
export const malformedPage = "400.html";
export const retryPage = "422.html";
export const errorPage = "500.html";

const suffixes = { identity: "", br: ".br", gzip: ".gz" } as const;

/** Reads the whole built site, which is published at that address; undefined when it isn't built. */
export async function loadPages(folder: string, siteUrl: string): Promise<StaticPages | undefined> {
  const names = await filesIn(folder);
  if (!names.includes("index.html")) return undefined;
  const built = { folder, names, siteUrl };
  const originals = names.filter((name) => !isCompressed(name, names) && !isHidden(name));
  const pages = new Map<string, PreparedFile>();
  for (const name of originals) pages.set(addressOf(name), await prepare(built, name));
  return pages;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
    .map((name) => name.replaceAll("\\", "/"));
}

function isCompressed(name: string, names: string[]): boolean {
  return /\.(br|gz)$/.test(name) && names.includes(name.replace(/\.(br|gz)$/, ""));
}

/** `.vite/manifest.json` is for the build alone, `_headers` for a static host; `.well-known/` is for everyone. */
function isHidden(name: string): boolean {
  return /^[._]/.test(name) && !name.startsWith(".well-known/");
}

function addressOf(name: string): string {
  if (/^\d{3}\.html$/.test(name)) return name;
  return `/${name}`.replace(/\/index\.html$/, "") || "/";
}

type Built = { folder: string; names: string[]; siteUrl: string };

async function prepare({ folder, names, siteUrl }: Built, name: string): Promise<PreparedFile> {
  const security = await securityOf(join(folder, name), siteUrl);
  const variants = new Map<Encoding, Variant>();
  for (const encoding of ["identity", "br", "gzip"] as const) {
    const stored = `${name}${suffixes[encoding]}`;
    if (names.includes(stored))
      variants.set(
        encoding,
        variant({ name, encoding, security }, await readFile(join(folder, stored))),
      );
  }
  return variants;
}

async function securityOf(file: string, siteUrl: string): Promise<SecurityHeaders> {
  if (!file.endsWith(".html")) return bareHeaders;
  return pageHeaders([await readFile(file, "utf8")], siteUrl);
}

type Described = { name: string; encoding: Encoding; security: SecurityHeaders };

function variant({ name, encoding, security }: Described, body: Buffer<ArrayBuffer>): Variant {
  const etag = `"${createHash("sha256").update(encoding).update(body).digest("base64url")}"`;
  const headers = {
    "Content-Type": contentType(name),
    "Content-Length": String(body.length),
    "Cache-Control": cacheControl(name),
    ETag: etag,
    Vary: "Accept-Encoding",
    ...security,
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { body, etag, headers, security };
}
