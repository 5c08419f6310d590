import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { launch } from "#content/launch.ts";
import { live } from "#content/room.ts";
import { eventStateAt } from "#event/event-state.ts";
import type { Publication } from "#event/structured-data.ts";
import { removeUnnamed } from "#scripts/pictures/picture-list.ts";
import { fillPage } from "#server/pages/event-pages.ts";
import { cacheControl } from "#server/pages/files.ts";
import { pageHeaders } from "#server/pages/security.ts";

/**
 * The exports of `site/entry-server.tsx`, as the build uses them. Their types are repeated here, because the scripts
 * cannot import the original types, which need the types of a browser.
 */
export type Prerender = {
  pages: Page[];
  renderPage: (page: Page, assets: Assets, publication: Publication) => Promise<string>;
  textFiles: (publication: Publication, madeAt: number) => [file: string, text: string][];
};

/** `afterFirstScreen` is undefined for a page whose styles are all in its head. */
type Page = { file: string; module: string; afterFirstScreen?: string };
type Styles = { css: string; lateCss: string };
type Assets = Styles & { script: string };
type Publishing = {
  siteDir: string;
  siteUrl: string;
  now: number;
  /** Whether the lead function is at another origin. Then another server than ours may serve the pages. */
  isElsewhere: boolean;
};
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;

const compressible = /\.(?:html|js|css|svg|json|txt|xml|ics)$/;

/** Makes the output of Vite into a complete site, which any static host can serve. */
export async function writeSite(site: Publishing & { pagesDir: string }): Promise<void> {
  const { pagesDir, siteDir, siteUrl } = site;
  const prerenderer = pathToFileURL(resolve(pagesDir, "entry-server.js")).href;
  const manifest = await readManifest(pagesDir);
  const script = `/${chunkOf(await readManifest(siteDir), "site/entry-client.ts").file}`;
  await writePages(await import(/* @vite-ignore */ prerenderer), site, async (page) => ({
    ...(await stylesOf(page, manifest, pagesDir)),
    script,
  }));
  // Even if `npm run pictures` was not run yet, a removed picture of a testimonial must not stay public.
  await removeUnnamed(join(siteDir, "pictures"));
  await rm(join(siteDir, ".vite"), { recursive: true });
  await writeStaticHostHeaders(siteDir, siteUrl);
  const texts = (await filesIn(siteDir)).filter((file) => compressible.test(file));
  await Promise.all(texts.map((file) => compress(join(siteDir, file))));
}

/** Writes the pages and the text files of the site. */
export async function writePages(
  { pages, renderPage, textFiles }: Prerender,
  { siteDir, siteUrl, now, isElsewhere }: Publishing,
  assetsOf: (page: Page) => Promise<Assets>,
): Promise<void> {
  // A file that is served for weeks cannot count the days, so the server or the browser adds the countdown.
  const state = { ...eventStateAt(launch.event, now), countdown: "" };
  const publication = { siteUrl, state };
  const room = isElsewhere ? live : undefined;
  for (const page of pages) {
    const html = await renderPage(page, await assetsOf(page), publication);
    await write(join(siteDir, page.file), fillPage(html, { ...publication, source: "file", room }));
  }
  for (const [file, text] of textFiles(publication, now)) await write(join(siteDir, file), text);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
}

function chunkOf(manifest: Manifest, module: string) {
  const chunk = manifest[module];
  if (!chunk)
    throw new Error(`The build has no ${module}. Correct its name in site/entry-server.tsx.`);
  return chunk;
}

/** The styles of all pages come first in the style sheet of a page, because they declare the order of the CSS layers. */
async function stylesOf(page: Page, manifest: Manifest, folder: string): Promise<Styles> {
  const modules = ["site/styles.ts", `site/pages/${page.module}.tsx`];
  const files = [...new Set(modules.flatMap((module) => [...sheetsOf(manifest, module)]))];
  const isLate = (file: string) => page.afterFirstScreen !== undefined && !file.includes("-first-");
  const read = async (wanted: string[]) => {
    const sheets = await Promise.all(wanted.map((file) => readFile(join(folder, file), "utf8")));
    return sheets.map((sheet) => sheet.trim()).join("");
  };
  return {
    css: await read(files.filter((file) => !isLate(file))),
    lateCss: await read(files.filter(isLate)),
  };
}

function sheetsOf(manifest: Manifest, name: string): Set<string> {
  const { imports = [], css = [] } = chunkOf(manifest, name);
  return new Set([...imports.flatMap((next) => [...sheetsOf(manifest, next)]), ...css]);
}

/**
 * Writes the file `_headers`, from which Netlify and Cloudflare Pages take the security headers of our own server. They all
 * stand in the rule for all URLs, because hosts join the headers of two rules that match a URL, and browsers then apply both
 * policies.
 */
async function writeStaticHostHeaders(siteDir: string, siteUrl: string): Promise<void> {
  const files = (await filesIn(siteDir)).filter((file) => file.endsWith(".html"));
  const pages = await Promise.all(files.map((file) => readFile(join(siteDir, file), "utf8")));
  const headers = Object.entries(pageHeaders(pages, siteUrl));
  const lines = ["/*", ...headers, "/assets/*", ["Cache-Control", cacheControl("assets/")]];
  const text = lines.map((line) => (typeof line === "string" ? line : `  ${line.join(": ")}`));
  await write(join(siteDir, "_headers"), `${text.join("\n")}\n`);
}

/** Writes `file.br` and `file.gz` beside a text file, if the compressed file is smaller than the text file. */
async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  if (br.length < plain.length) await writeFile(`${file}.br`, br);
  if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
}

/** The files in a folder and its subfolders: their paths relative to the folder, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
