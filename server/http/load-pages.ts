import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Encoding } from "./accept-encoding.ts";
import { cacheControl } from "./cache-control.ts";
import { contentType } from "./content-types.ts";

/** One file in one encoding: all that depends on its bytes is reckoned once, at the start. */
export type Variant = { body: Buffer<ArrayBuffer>; etag: string; headers: Record<string, string> };
export type PreparedFile = ReadonlyMap<Encoding, Variant>;

/** By path of the address; the pages for errors stand under names that no address can have. */
export type StaticPages = ReadonlyMap<string, PreparedFile>;

export const notFoundPage = "404.html";
export const malformedPage = "400.html";
export const retryPage = "422.html";
export const errorPage = "500.html";

const suffixes = { identity: "", br: ".br", gzip: ".gz" } as const;

/** Reads the whole built site; undefined when it isn't built. */
export async function loadPages(folder: string): Promise<StaticPages | undefined> {
  const names = await filesIn(folder);
  if (!names.includes("index.html")) return undefined;
  const originals = names.filter((name) => !isCompressed(name, names) && !isHidden(name));
  const pages = new Map<string, PreparedFile>();
  for (const name of originals) pages.set(addressOf(name), await prepare(folder, name, names));
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

async function prepare(folder: string, name: string, names: string[]): Promise<PreparedFile> {
  const variants = new Map<Encoding, Variant>();
  for (const encoding of ["identity", "br", "gzip"] as const) {
    const stored = `${name}${suffixes[encoding]}`;
    if (names.includes(stored))
      variants.set(encoding, variant(name, encoding, await readFile(join(folder, stored))));
  }
  return variants;
}

function variant(name: string, encoding: Encoding, body: Buffer<ArrayBuffer>): Variant {
  const etag = `"${createHash("sha256").update(encoding).update(body).digest("base64url")}"`;
  const headers = {
    "Content-Type": contentType(name),
    "Content-Length": String(body.length),
    "Cache-Control": cacheControl(name),
    ETag: etag,
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { body, etag, headers };
}
