import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nonPageHeaders } from "#server/http/headers.ts";
import type { Encoding } from "./accept-encoding.ts";
import { cacheControl, contentType } from "./file-headers.ts";
import {
  type FileHead,
  type PreparedFile,
  prepareVariant,
  type StaticPages,
  type Variant,
} from "./prepared-file.ts";
import { pageHeaders, type SecurityHeaders } from "./security-headers.ts";

export const notFoundPage = "404.html";
export const malformedPage = "400.html";
export const retryPage = "422.html";
export const errorPage = "500.html";

const suffixes = { identity: "", br: ".br", gzip: ".gz" } as const;

/**
 * Reads the whole built site; undefined if it isn't built. `siteUrl` is the public URL of the site. The assets of the
 * other kept versions are read too: a page that was opened before a restart may ask for them after it.
 */
export async function loadPages(folder: string, siteUrl: string): Promise<StaticPages | undefined> {
  const names = await filesIn(folder);
  if (!names.includes("index.html")) return undefined;
  const pages = new Map<string, PreparedFile>();
  await addFiles(pages, { folder, names, siteUrl });
  for (const other of await sitesOfOtherVersions(folder)) {
    const assets = (await filesIn(other)).filter((name) => name.startsWith("assets/"));
    await addFiles(pages, { folder: other, names: assets, siteUrl });
  }
  return pages;
}

type Files = { folder: string; names: string[]; siteUrl: string };

/** Adds the files whose path is still free. */
async function addFiles(
  pages: Map<string, PreparedFile>,
  { folder, names, siteUrl }: Files,
): Promise<void> {
  const originals = names.filter((name) => !isCompressed(name, names) && !isHidden(name));
  for (const name of originals.filter((one) => !pages.has(pathOf(one)))) {
    const security = await securityOf(join(folder, name), siteUrl);
    const head = { contentType: contentType(name), cacheControl: cacheControl(name), security };
    pages.set(pathOf(name), await prepare(folder, names, name, head));
  }
}

/** Versions stand side by side in `build/versions/`; a site in another place has no other versions. */
async function sitesOfOtherVersions(folder: string): Promise<string[]> {
  const version = dirname(await realpath(folder));
  const versions = dirname(version);
  if (basename(versions) !== "versions") return [];
  const others = (await readdir(versions)).filter((name) => name !== basename(version));
  return others.map((name) => join(versions, name, "dist"));
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

/**
 * Whether visitors may not read a file: `.vite/manifest.json` is only for the build and `_headers` only for a static
 * host; `.well-known/` is public.
 */
function isHidden(name: string): boolean {
  return /^[._]/.test(name) && !name.startsWith(".well-known/");
}

function pathOf(name: string): string {
  if (/^\d{3}\.html$/.test(name)) return name;
  return `/${name}`.replace(/\/index\.html$/, "") || "/";
}

async function securityOf(file: string, siteUrl: string): Promise<SecurityHeaders> {
  if (!file.endsWith(".html")) return nonPageHeaders;
  return pageHeaders([await readFile(file, "utf8")], siteUrl);
}

async function prepare(
  folder: string,
  names: string[],
  name: string,
  head: FileHead,
): Promise<PreparedFile> {
  const variants = new Map<Encoding, Variant>();
  for (const encoding of ["identity", "br", "gzip"] as const) {
    const stored = `${name}${suffixes[encoding]}`;
    if (!names.includes(stored)) continue;
    const body = await readFile(join(folder, stored));
    variants.set(encoding, prepareVariant(head, encoding, body));
  }
  return variants;
}
