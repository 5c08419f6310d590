import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "#content/launch.ts";
import { eventStateAt } from "#event/event-state.ts";
import type { Publication } from "#event/structured-data.ts";
import { compressSite } from "./compress-site.ts";
import { publishPictures } from "./publish-pictures.ts";
import { cachingRules, securityRule } from "./static-host-headers.ts";

/**
 * The exports of `site/prerender.tsx`, as the build and the dev server use them. Their types are written again here:
 * the scripts cannot import the original types, which need those of a browser.
 */
export type Prerender = {
  pages: Page[];
  renderPage: (page: Page, assets: Assets, publication: Publication) => Promise<string>;
  textFiles: (publication: Publication, madeAt: number) => { file: string; text: string }[];
};

export type Page = {
  /** The name of the page's file in the built site. */
  file: string;
  /** The source module of the page. The style sheets of this module are written into the page. */
  module: string;
  /** The source modules of the page's scripts. */
  scripts: string[];
};

type Assets = { css: string; scripts: string[] };
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Makes the output of Vite into a complete site, which any static host can serve. */
export async function writeSite(folders: {
  pagesDir: string;
  siteDir: string;
  siteUrl: string;
}): Promise<void> {
  const { pagesDir, siteDir, siteUrl } = folders;
  const prerenderer = pathToFileURL(resolve(pagesDir, "prerender.js")).href;
  const { pages, renderPage, textFiles }: Prerender = await import(prerenderer);
  const now = Date.now();
  // A file that is served for weeks cannot count days: the server or the browser adds the countdown.
  const state = { ...eventStateAt(launch.event, now), countdown: "" };
  const publication = { siteUrl, state };
  const styles = await readManifest(pagesDir);
  const scripts = await readManifest(siteDir);
  for (const page of pages) {
    const css = await styleSheet(styles, pagesDir, page.module);
    const html = await renderPage(
      page,
      { css, scripts: page.scripts.flatMap((module) => scriptOf(scripts, module)) },
      publication,
    );
    await write(join(siteDir, page.file), html);
  }
  for (const { file, text } of textFiles(publication, now)) await write(join(siteDir, file), text);
  await publishPictures(siteDir);
  await rm(join(siteDir, ".vite"), { recursive: true });
  await writeStaticHostHeaders(siteDir, siteUrl);
  await compressSite(siteDir);
}

/** Writes the file `_headers`, from which some static hosts take the headers that our own server sends. */
async function writeStaticHostHeaders(siteDir: string, siteUrl: string): Promise<void> {
  const entries = await readdir(siteDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(siteDir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const html = files.filter((file) => file.endsWith(".html"));
  const pages = await Promise.all(html.map((file) => readFile(join(siteDir, file), "utf8")));
  const rules = [securityRule(pages, siteUrl), cachingRules(files)];
  await write(join(siteDir, "_headers"), `${rules.join("\n")}\n`);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
}

function scriptOf(manifest: Manifest, module: string): string[] {
  const entry = manifest[module];
  return entry ? [`/${entry.file}`] : [];
}

/** The styles of the document come first in a page's style sheet, because they declare the order of the CSS layers. */
async function styleSheet(manifest: Manifest, folder: string, module: string): Promise<string> {
  const files = [...(manifest["site/prerender.tsx"]?.css ?? []), ...stylesOf(manifest, module)];
  const sheets = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return sheets.map((sheet) => sheet.trim()).join("");
}

function stylesOf(manifest: Manifest, name: string): Set<string> {
  const chunk = manifest[name];
  const imported = (chunk?.imports ?? []).flatMap((next) => [...stylesOf(manifest, next)]);
  return new Set([...imported, ...(chunk?.css ?? [])]);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
