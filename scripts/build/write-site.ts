import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { launch } from "#content/launch.ts";
import { live } from "#content/room.ts";
import { eventStateAt } from "#event/event-state.ts";
import type { Publication } from "#event/structured-data.ts";
import { fillPage } from "#server/pages/event-pages.ts";
import { cacheControl } from "#server/pages/files.ts";
import { pageHeaders } from "#server/pages/security.ts";

/**
 * The exports of `site/entry-server.tsx`, as the build uses them. Their types are written again here:
 * the scripts cannot import the original types, which need those of a browser.
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
  /** Whether the lead function is at another origin, so that our server need not be the one that serves the pages. */
  isElsewhere: boolean;
};
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;

const compressible = /\.(?:html|js|css|svg|json|txt|xml|webmanifest|ics)$/;

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
  await keepNamedPictures(siteDir);
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
  // A file that is served for weeks cannot count days: the server or the browser adds the countdown.
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
    throw new Error(`The build has no ${module}. Correct its name in site/page-list.tsx.`);
  return chunk;
}

/** The styles of every page come first in a page's style sheet, because they declare the order of the CSS layers. */
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
 * Leaves only those pictures in the built site that its pages name: the picture of a testimonial that was taken back must
 * not stay public. Ends the build if a page names a picture that is missing.
 */
export async function keepNamedPictures(siteDir: string): Promise<void> {
  const folder = join(siteDir, "pictures");
  const files: string[] = await readdir(folder).catch(() => []);
  const naming = (await filesIn(siteDir)).filter((file) => /\.(?:html|webmanifest)$/.test(file));
  const texts = await readAll(siteDir, naming);
  const named = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\/pictures\/([\w.-]+)/g)].map(([, file = ""]) => file),
    ),
  );
  const missing = [...named].filter((file) => !files.includes(file));
  const sentences = missing.map(
    (file) => `A página usa public/pictures/${file}, que não existe. Rode npm run pictures.`,
  );
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
  for (const file of files) if (!named.has(file)) await rm(join(folder, file), { recursive: true });
}

/** Writes the file `_headers`, from which some static hosts take the headers that our own server sends. */
async function writeStaticHostHeaders(siteDir: string, siteUrl: string): Promise<void> {
  const files = await filesIn(siteDir);
  const pages = await readAll(
    siteDir,
    files.filter((file) => file.endsWith(".html")),
  );
  const rules = [securityRule(pages, siteUrl), cachingRules(files)];
  await write(join(siteDir, "_headers"), `${rules.join("\n")}\n`);
}

/**
 * The rule of a `_headers` file (Netlify, Cloudflare Pages) that gives a static host the security headers of our own
 * server. There is one rule for all URLs, because hosts join the headers of two rules that match a URL, and browsers
 * then apply both policies.
 */
export function securityRule(pages: readonly string[], siteUrl: string): string {
  const headers = Object.entries(pageHeaders(pages, siteUrl));
  return ["/*", ...headers.map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}

/**
 * The rules of a `_headers` file that let a static host cache as our own server does. Each URL has only one such rule,
 * because hosts join the headers of two rules that match a URL.
 */
export function cachingRules(files: readonly string[]): string {
  const addresses = new Map(files.toSorted().map((file) => [addressOf(file), cacheControl(file)]));
  return [...addresses]
    .map(([address, value]) => `${address}\n  Cache-Control: ${value}`)
    .join("\n");
}

/** The URL of a rule: one for all files of a folder of pictures or assets; for a page its URL without `index.html`. */
function addressOf(file: string): string {
  const folder = /^(?:assets|pictures)\//.exec(file)?.[0];
  return folder ? `/${folder}*` : `/${file.replace(/(?:^|\/)index\.html$/, "")}`;
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

/** The files in a folder and its folders, by their paths in it, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function readAll(folder: string, files: string[]): Promise<string[]> {
  return Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
