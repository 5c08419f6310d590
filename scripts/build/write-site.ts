import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "#content/launch.ts";
import { eventStateAt } from "#event/event-state.ts";
import type { Publication } from "#event/structured-data.ts";
import { compressSite } from "./compress-site.ts";
import { keepNamedPictures } from "./keep-named-pictures.ts";
import { cachingRules, securityRule } from "./static-host-headers.ts";

/**
 * The exports of `site/prerender.tsx`, as the build uses them. Their types are written again here:
 * the scripts cannot import the original types, which need those of a browser.
 */
export type Prerender = {
  pages: Page[];
  renderPage: (page: Page, assets: Assets, publication: Publication) => Promise<string>;
  textFiles: (publication: Publication, madeAt: number) => { file: string; text: string }[];
};

type Page = {
  /** The name of the page's file in the built site. */
  file: string;
  /** The source module of the page. The style sheets of this module are written into the page. */
  module: string;
  /** Undefined for a page whose styles are all in its head. */
  afterFirstScreen?: string;
  /** The source modules of the page's scripts. */
  scripts: string[];
};

type Styles = { css: string; lateCss: string };
type Assets = Styles & { scripts: string[] };
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The manifest of the scripts of all pages but the landing page, which have a build of their own. */
export const otherScripts = ".vite/other-scripts.json";

/** Makes the output of Vite into a complete site, which any static host can serve. */
export async function writeSite(site: {
  pagesDir: string;
  siteDir: string;
  siteUrl: string;
  now: number;
}): Promise<void> {
  const { pagesDir, siteDir, siteUrl, now } = site;
  const prerenderer = pathToFileURL(resolve(pagesDir, "prerender.js")).href;
  const { pages, renderPage, textFiles }: Prerender = await import(prerenderer);
  // A file that is served for weeks cannot count days: the server or the browser adds the countdown.
  const state = { ...eventStateAt(launch.event, now), countdown: "" };
  const publication = { siteUrl, state };
  const styles = await readManifest(pagesDir);
  const scripts = {
    ...(await readManifest(siteDir)),
    ...(await readManifest(siteDir, otherScripts)),
  };
  for (const page of pages) {
    const html = await renderPage(
      page,
      {
        ...(await stylesOf(page, styles, pagesDir)),
        scripts: page.scripts.flatMap((module) => scriptOf(scripts, module)),
      },
      publication,
    );
    await write(join(siteDir, page.file), html);
  }
  for (const { file, text } of textFiles(publication, now)) await write(join(siteDir, file), text);
  await keepNamedPictures(siteDir);
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

async function readManifest(folder: string, file = ".vite/manifest.json"): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}

function scriptOf(manifest: Manifest, module: string): string[] {
  const entry = manifest[module];
  return entry ? [`/${entry.file}`] : [];
}

/** The styles of the document come first in a page's style sheet, because they declare the order of the CSS layers. */
async function stylesOf(page: Page, manifest: Manifest, folder: string): Promise<Styles> {
  const { afterFirstScreen, module } = page;
  const files = [...(manifest["site/prerender.tsx"]?.css ?? []), ...sheetsOf(manifest, module)];
  const own = manifest[module]?.css ?? [];
  // `vite.config.ts` names the styles of the first screen, and those that the page shares with pages which need them at once.
  const isLate = (file: string) =>
    file.includes("late-") || (own.includes(file) && !file.includes("first-screen"));
  const late = afterFirstScreen ? files.filter(isLate) : [];
  return {
    css: await readStyles(
      folder,
      files.filter((file) => !late.includes(file)),
    ),
    lateCss: await readStyles(folder, late),
  };
}

async function readStyles(folder: string, files: string[]): Promise<string> {
  const sheets = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return sheets.map((sheet) => sheet.trim()).join("");
}

function sheetsOf(manifest: Manifest, name: string): Set<string> {
  const chunk = manifest[name];
  const imported = (chunk?.imports ?? []).flatMap((next) => [...sheetsOf(manifest, next)]);
  return new Set([...imported, ...(chunk?.css ?? [])]);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
