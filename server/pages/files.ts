import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { nonPageHeaders, pageHeaders, type SecurityHeaders } from "./security.ts";

type Encoding = "identity" | "br" | "gzip";

/** One file in one encoding. Everything that depends on its bytes is computed once. */
export type Variant = {
  body: Buffer<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  head: FileHead;
};
export type PreparedFile = { identity: Variant; br?: Variant; gzip?: Variant };

/**
 * The files of the site by path. An error page has a name without a slash instead of a path, so no request can ask for
 * it.
 */
export type StaticPages = ReadonlyMap<string, PreparedFile>;

/** The headers of a file that stay valid when the server fills the file in. */
export type FileHead = { contentType: string; cacheControl: string; security: SecurityHeaders };

export const notFoundPage = "404.html";
export const malformedPage = "400.html";
export const retryPage = "422.html";
export const errorPage = "500.html";

/**
 * Reads the whole built site; undefined if it isn't built. `siteUrl` is the public URL of the site, whatever address
 * the build wrote into the pages. The assets of the other kept versions are read too: a page that was opened before a
 * restart may ask for its assets after the restart.
 */
export async function loadPages(folder: string, siteUrl: string): Promise<StaticPages | undefined> {
  const pages = new Map<string, PreparedFile>();
  await addFiles(pages, folder, { siteUrl, builtFor: await builtAddress(folder), below: "" });
  if (!pages.has("/")) return undefined;
  for (const other of await sitesOfOtherVersions(folder))
    await addFiles(pages, other, { siteUrl, builtFor: undefined, below: "assets/" });
  return pages;
}

/** Adds the files in a folder of a site. A file whose path is already taken is left out. */
async function addFiles(
  pages: Map<string, PreparedFile>,
  site: string,
  { siteUrl, builtFor, below }: { siteUrl: string; builtFor: string | undefined; below: string },
): Promise<void> {
  const names = await filesIn(site);
  const isCompressed = (name: string) =>
    /\.(br|gz)$/.test(name) && names.includes(name.replace(/\.\w+$/, ""));
  for (const name of names.filter((one) => one.startsWith(below))) {
    if (isCompressed(name) || isHidden(name) || pages.has(pathOf(name))) continue;
    const built = await readFile(join(site, name));
    const isMoved = builtFor !== undefined && namesAddress.test(name);
    const plain = isMoved ? withAddress(built, builtFor, siteUrl) : built;
    const isPage = name.endsWith(".html");
    const security = isPage ? pageHeaders([plain.toString("utf8")], siteUrl) : nonPageHeaders;
    const head = { contentType: contentType(name), cacheControl: cacheControl(name), security };
    const file: PreparedFile = { identity: prepareVariant(head, "identity", plain) };
    // A file that the build has compressed names the build's address, so it is used only if no address was
    // replaced.
    for (const [encoding, ending] of [
      ["br", ".br"],
      ["gzip", ".gz"],
    ] as const)
      if (plain === built && names.includes(name + ending))
        file[encoding] = prepareVariant(head, encoding, await readFile(join(site, name + ending)));
    pages.set(pathOf(name), file);
  }
}

/** The files that may name the address of the site. No script names it: a script reads the address in its page. */
const namesAddress = /\.(?:html|ics|txt|xml)$/;

/**
 * The address for which a site was built, as its index.html names it; undefined if index.html does not exist or names
 * none.
 */
async function builtAddress(site: string): Promise<string | undefined> {
  const html = await readFile(join(site, "index.html"), "utf8").catch(() => "");
  const address = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? "";
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Replaces the address of the build in a file by `siteUrl`, also inside another address. Without a change, returns the
 * same bytes.
 */
function withAddress(built: Buffer<ArrayBuffer>, builtFor: string, siteUrl: string) {
  const text = built.toString("utf8");
  const [before, after] = [`${builtFor}/`, `${siteUrl}/`];
  const moved = text
    .replaceAll(before, () => after)
    .replaceAll(encodeURIComponent(before), () => encodeURIComponent(after));
  return moved === text ? built : Buffer.from(moved);
}

/** All versions are folders in `build/versions/`; a site in any other folder has no other versions. */
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

export function contentType(file: string): string {
  return getMimeType(file) ?? "application/octet-stream";
}

/** The `Cache-Control` of files that keep their name and change with the event: pages and the calendar file. */
export const askedEveryTime = "no-cache";

/**
 * How long browsers keep a file of `dist/` without asking the server: an asset for a year, because its name changes
 * with its bytes; a page not at all, because a page keeps its name.
 */
export function cacheControl(name: string): string {
  if (name.startsWith("assets/")) return "public, max-age=31536000, immutable";
  return /\.(?:html|ics)$/.test(name) ? askedEveryTime : "public, max-age=300";
}

export function prepareVariant(
  head: FileHead,
  encoding: Encoding,
  body: Buffer<ArrayBuffer>,
): Variant {
  const hash = createHash("sha256").update(encoding).update(body).digest("base64url");
  const etag = `"${hash.slice(0, 16)}"`;
  const headers = {
    "Content-Type": head.contentType,
    "Content-Length": String(body.length),
    "Cache-Control": head.cacheControl,
    ETag: etag,
    Vary: "Accept-Encoding",
    ...head.security,
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { body, etag, headers, head };
}
